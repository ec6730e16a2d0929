// What is given to launchd and to the Task Scheduler, as data: well-formed whatever the paths hold, and saying what the service is.
import { win32 } from 'node:path';
import { expect, test } from 'vitest';
import { parsedXml } from '../../../test/support/parsedXml.ts';
import { launchdService } from './launchd.ts';
import { systemdService } from './systemd.ts';
import { scheduledTask } from './taskScheduler.ts';

const odd = {
  node: '/opt/a & "b" <c>/node',
  executable: "/opt/it's\n100%/$x/binnacle.cjs",
  environment: { XDG_STATE_HOME: '/tmp/<s> & t' },
  output: '/tmp/service.log',
};

test('launchd is given the program, its environment, and that a kill is no end', () => {
  const { file, text, install, uninstall } = launchdService(odd, '/Users/me', 501);
  expect(file).toMatch(/LaunchAgents.ide\.binnacle\.daemon\.plist$/);
  const strings = parsedXml(text).filter(({ name }) => name === 'string');
  expect(strings.map((each) => each.text)).toEqual([
    'ide.binnacle.daemon',
    odd.node,
    odd.executable,
    'serve',
    '--service',
    '/tmp/<s> & t',
    '/tmp/service.log',
    '/tmp/service.log',
  ]);
  const keys = parsedXml(text).filter(({ name }) => name === 'key');
  expect(keys.map((each) => each.text)).toEqual([
    'Label',
    'ProgramArguments',
    'EnvironmentVariables',
    'XDG_STATE_HOME',
    'RunAtLoad',
    'KeepAlive',
    'SuccessfulExit',
    'StandardOutPath',
    'StandardErrorPath',
  ]);
  expect(install.at(-1)).toEqual(['launchctl', 'bootstrap', 'gui/501', file]);
  expect(uninstall).toEqual([['launchctl', 'bootout', 'gui/501/ide.binnacle.daemon']]);
});

test('the Task Scheduler starts it at the logon of this person alone, without a window and without an end', () => {
  const node = win32.join('C:\\', 'Program Files & more', 'node.exe');
  const program = { node, executable: 'C:\\b\\binnacle.cjs', environment: { XDG_STATE_HOME: 'C:\\s' }, output: 'C:\\l' };
  const elements = parsedXml(scheduledTask(program, 'C:\\state', 'HOME\\me').text);
  const texts = (name: string) => elements.filter((each) => each.name === name).map(({ text }) => text);
  expect(texts('UserId')).toEqual(['HOME\\me', 'HOME\\me']);
  expect(texts('Command')).toEqual(['conhost.exe']);
  expect(texts('Arguments')).toEqual([`--headless cmd.exe /d /s /c "set "XDG_STATE_HOME=C:\\s"&&"${node}" "C:\\b\\binnacle.cjs" "serve" "--service""`]);
  expect(texts('ExecutionTimeLimit')).toEqual(['PT0S']);
  expect(texts('MultipleInstancesPolicy')).toEqual(['IgnoreNew']);
  expect(texts('RunLevel')).toEqual(['LeastPrivilege']);
});

test('systemd is given each word as one, and nothing in it means anything', () => {
  const { text } = systemdService(odd, '/home/me/.config');
  expect(text).toContain(`ExecStart="/opt/a & \\"b\\" <c>/node" "/opt/it's\\n100%%/$$x/binnacle.cjs" "serve" "--service"\n`);
  expect(text).toContain('Environment="XDG_STATE_HOME=/tmp/<s> & t"\n');
});
