// A systemd of a user's session that runs for one test, where nobody's own is touched: in a mount namespace with a /run of its own.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { seconds } from '../../src/base/waiting/duration.ts';
import { eventually } from '../faults/machine.ts';
import { type Finished, type Home, run } from './builtProgram.ts';
import { debianProgram } from './debianProgram.ts';
import { type Skippable, skipOrFail } from './testTools.ts';

export interface UserSystemd extends AsyncDisposable {
  // Runs a command as in a terminal of that session.
  run(...command: string[]): Promise<Finished>;
}

const MANAGER = '/lib/systemd/systemd';

export async function userSystemd(context: Skippable, home: Home): Promise<UserSystemd> {
  await debianProgram(context, 'systemd-analyze', 'systemd');
  if (process.getuid?.() !== 0 || !existsSync(MANAGER)) skipOrFail(context, 'only root can make a namespace for a systemd of its own');
  const runtime = '/run/session';
  const script = `mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system && mkdir -m 700 ${runtime} && exec ${MANAGER} --user`;
  // With little more than a manager of a session has: nothing of whoever runs the tests.
  const environment = { HOME: home.folder, PATH: '/usr/local/bin:/usr/bin:/bin', XDG_RUNTIME_DIR: runtime };
  const manager = spawn('unshare', ['--mount', 'sh', '-c', script], {
    env: { ...environment, XDG_CONFIG_HOME: home.environment['XDG_CONFIG_HOME'] },
    stdio: 'ignore',
  });
  const inside = (...command: string[]) =>
    run(['nsenter', '--target', String(manager.pid), '--mount', ...command], {
      environment: { ...home.environment, XDG_RUNTIME_DIR: runtime },
      bound: seconds(90),
    });
  await eventually(
    async () => manager.exitCode !== null || (await inside('systemctl', '--user', 'show-environment')).code === 0,
    () => 'the systemd of the session answers',
  );
  if (manager.exitCode !== null) skipOrFail(context, 'systemd does not run in a namespace here');
  return {
    run: inside,
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => manager.once('exit', resolve));
      manager.kill('SIGTERM');
      await ended;
    },
  };
}
