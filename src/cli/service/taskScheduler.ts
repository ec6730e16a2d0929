// The service as a task of the person's Task Scheduler, on Windows.
import { join } from 'node:path';
import { ARGUMENTS, type ServiceDefinition, type ServiceProgram } from './definition.ts';
import { xmlText } from './xmlText.ts';

const NAME = 'Binnacle';
const schtasks = (...words: string[]) => ['schtasks.exe', ...words];

// state: where the file for it is kept; the task itself is in the system's own store. user: DOMAIN\name.
export function scheduledTask(program: ServiceProgram, state: string, user: string): ServiceDefinition {
  const file = join(state, 'service.xml');
  return {
    manager: 'the Task Scheduler',
    file,
    text: task(program, user),
    probe: schtasks('/Query'),
    install: [schtasks('/Create', '/F', '/TN', NAME, '/XML', file), schtasks('/Run', '/TN', NAME)],
    uninstall: [schtasks('/End', '/TN', NAME), schtasks('/Delete', '/F', '/TN', NAME)],
    isRunning: schtasks('/Query', '/TN', NAME),
  };
}

function task({ node, executable, environment }: ServiceProgram, user: string): string {
  // A task has no environment of its own: cmd sets it. conhost keeps it from opening a window.
  const sets = Object.entries(environment).map(([name, value]) => `set "${name}=${value}"&&`);
  const words = [node, executable, ...ARGUMENTS].map((word) => `"${word}"`).join(' ');
  const command = `--headless cmd.exe /d /s /c "${sets.join('')}${words}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo><Description>Binnacle, the IDE for coding agents</Description></RegistrationInfo>',
    '  <Triggers>',
    // The repetition brings it back when it was killed; while it runs, nothing is started.
    '    <LogonTrigger>',
    '      <Repetition><Interval>PT1M</Interval><StopAtDurationEnd>false</StopAtDurationEnd></Repetition>',
    '      <Enabled>true</Enabled>',
    `      <UserId>${xmlText(user)}</UserId>`,
    '    </LogonTrigger>',
    '  </Triggers>',
    `  <Principals><Principal id="Author"><UserId>${xmlText(user)}</UserId><LogonType>InteractiveToken</LogonType><RunLevel>LeastPrivilege</RunLevel></Principal></Principals>`,
    '  <Settings>',
    '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
    '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
    '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
    '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
    '    <Hidden>true</Hidden>',
    '  </Settings>',
    `  <Actions Context="Author"><Exec><Command>conhost.exe</Command><Arguments>${xmlText(command)}</Arguments></Exec></Actions>`,
    '</Task>',
    '',
  ].join('\n');
}
