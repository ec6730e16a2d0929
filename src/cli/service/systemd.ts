// The service as a unit of the person's own systemd, on Linux.
import { join } from 'node:path';
import { ARGUMENTS, type ServiceDefinition, type ServiceProgram } from './definition.ts';

const UNIT = 'binnacle.service';
const systemctl = (...words: string[]) => ['systemctl', '--user', ...words];

// configuration: the person's folder, ~/.config.
export function systemdService(program: ServiceProgram, configuration: string): ServiceDefinition {
  return {
    manager: 'the systemd of your session',
    file: join(configuration, 'systemd', 'user', UNIT),
    text: unit(program),
    probe: systemctl('show-environment'),
    install: [systemctl('daemon-reload'), systemctl('enable', UNIT), systemctl('restart', UNIT)],
    uninstall: [systemctl('disable', '--now', UNIT)],
    isRunning: systemctl('is-active', '--quiet', UNIT),
  };
}

function unit({ node, executable, environment }: ServiceProgram): string {
  return [
    '# Written by binnacle service install; binnacle service uninstall removes it.',
    '[Unit]',
    'Description=Binnacle, the IDE for coding agents',
    // However often it is killed, it comes back.
    'StartLimitIntervalSec=0',
    '',
    '[Service]',
    `ExecStart=${[node, executable, ...ARGUMENTS].map(word).join(' ')}`,
    ...Object.entries(environment).map(([name, value]) => `Environment=${quoted(`${name}=${value}`)}`),
    // The end that a person asked for is one; a crash, a kill and an upgrade are not.
    'Restart=on-failure',
    'RestartSec=1',
    // The daemon ends what it started, in order; what is left after that is killed.
    'KillMode=mixed',
    'TimeoutStopSec=20',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

// A dollar begins a variable in the words of a command, and only there.
function word(text: string): string {
  return quoted(text.replaceAll('$', '$$$$'));
}

// As systemd reads quotes; a percent sign begins a specifier everywhere.
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('%', '%%');
  return `"${escaped}"`;
}
