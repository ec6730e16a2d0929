// The environment that the person would have in a new terminal, as their login shell makes it: for connections that bring none.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { homedir, userInfo } from 'node:os';
import { basename } from 'node:path';
import { type Environment, minimalEnvironment } from '../../base/processes/minimalEnvironment.ts';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import { environmentIn } from '../door/hello.ts';

// Shells with much to load take a few; one that asks something takes for ever.
const LONGEST = seconds(10);
const LAST_WORDS = milliseconds(200);
const MOST = 4 * 1024 * 1024;
// Of the shell that was asked, not of a terminal.
const PASSING = /^(?:_|SHLVL|PWD|OLDPWD|TERM|COLUMNS|LINES|BINNACLE_.*)$/;

let asked: Promise<Environment> | undefined;

// Asked once for the life of this process. Where the shell does not answer, and on Windows, which has no login shell: what this process keeps for itself.
export function loginEnvironment(): Promise<Environment> {
  asked ??= process.platform === 'win32' ? Promise.resolve({ ...process.env }) : askShell(shellOf(process.env));
  return asked;
}

export async function askShell(shell: string): Promise<Environment> {
  const own = minimalEnvironment(process.env);
  const mark = randomUUID();
  const script = `process.stdout.write('${mark}' + JSON.stringify(process.env) + '${mark}')`;
  const line = `'${process.execPath.replaceAll("'", "'\\''")}' -e "${script}"`;
  const said = await outputOf(shell, ['-l', '-i', '-c', line], own, (text) => text.split(mark).length > 2);
  const printed = said.split(mark)[1];
  const found = printed === undefined ? undefined : environmentIn(parsed(printed));
  if (found === undefined) return own;
  return { ...Object.fromEntries(Object.entries(found).filter(([name]) => !PASSING.test(name))), ...binnacleIn(own) };
}

// Where our own folders and settings are said.
function binnacleIn(own: Environment): Environment {
  return Object.fromEntries(Object.entries(own).filter(([name]) => name.startsWith('BINNACLE_')));
}

function shellOf(environment: Environment): string {
  const shell = userInfo().shell ?? environment['SHELL'] ?? '/bin/sh';
  return /^(?:ba|z|da|k|fi)?sh$/.test(basename(shell)) ? shell : '/bin/sh';
}

// In a session of its own, so that it neither asks in somebody's terminal nor leaves anything behind.
function outputOf(program: string, args: readonly string[], environment: Environment, isWhole: (said: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], { cwd: homedir(), env: { ...environment }, stdio: ['ignore', 'pipe', 'ignore'], detached: true });
    let said = '';
    const end = () => {
      clearTimeout(late);
      child.stdout.destroy();
      if (child.pid !== undefined && child.exitCode === null) killGroup(child.pid);
      resolve(said);
    };
    const late = setTimeout(end, LONGEST);
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      said += text;
      if (said.length > MOST || isWhole(said)) end();
    });
    child.once('error', end);
    // Not close: something that the profile started may hold the pipe.
    child.once('exit', () => setTimeout(end, LAST_WORDS));
  });
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
