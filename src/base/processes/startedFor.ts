// For whom a process was started: a mark in its environment, which everything that it starts inherits, and which counts only where it was issued.

import { realFolder } from '../files/realFolder.ts';
import type { Environment } from './minimalEnvironment.ts';

// agent: a program that an agent had run. person: an agent that a person had started. nobody: whatever was not started through us.
export type StartedFor = 'nobody' | 'person' | 'agent';

const VARIABLE = 'BINNACLE_STARTED_FOR';
// As agent:0123456789abcdef, and several with commas where one Binnacle runs below another, as its own tests do.
const MARK = /^(agent|person):([0-9a-f]{16})$/;

interface Mark {
  readonly text: string;
  readonly startedFor: string | undefined;
  readonly issuer: string | undefined;
}

// One for each state folder, by whatever path it is reached: what another Binnacle has started says nothing about this one.
export function issuerIn(state: string): string {
  // Loaded only here: a door passes on what it was marked with, and must start as fast as bare Node.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(realFolder(state)).digest('hex').slice(0, 16);
}

// What this process was marked with when it was started.
export function ownMarks(): string | undefined {
  return process.env[VARIABLE];
}

// For a program that takes our own place: it was started for whomever we were.
export function keptMarks(): Record<string, string> {
  const marks = ownMarks();
  return marks === undefined ? {} : { [VARIABLE]: marks };
}

// Laid over the environment of a program that an agent has run. The marks of those above stay: of this process, and of whoever wants it, whose environment it is.
export function markedForAgent(issuer: string, environment: Environment): Record<string, string> {
  const above = [ownMarks(), environment[VARIABLE]].flatMap((marks) => marksIn(marks).map(({ text }) => text));
  return { [VARIABLE]: [...new Set([...above, `agent:${issuer}`])].join(',') };
}

export function startedForIn(marks: string | undefined, issuer: string): StartedFor {
  const kinds = marksIn(marks).filter((mark) => mark.issuer === issuer);
  return strictest(kinds.map(({ startedFor }) => (startedFor === 'agent' ? 'agent' : 'person')));
}

// What an agent has run stays an agent's, whoever is said to have started what lies between.
export function strictest(all: readonly StartedFor[]): StartedFor {
  return all.includes('agent') ? 'agent' : all.includes('person') ? 'person' : 'nobody';
}

// In an environment as the system gives it: variables that end with zeros.
export function marksInEnvironment(environment: string): string | undefined {
  const variable = environment.split('\0').find((each) => each.startsWith(`${VARIABLE}=`));
  return variable?.slice(VARIABLE.length + 1);
}

function marksIn(marks: string | undefined): readonly Mark[] {
  return (marks ?? '').split(',').flatMap((text) => {
    const found = MARK.exec(text);
    return found === null ? [] : [{ text, startedFor: found[1], issuer: found[2] }];
  });
}
