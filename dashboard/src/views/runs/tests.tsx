// The tests of a run: what went wrong outside of them, then the failures open, then the others as one line each.
import type { ComponentChildren } from 'preact';
import type { RunRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { ShownTest, TestPlace, TestsOfRun } from '../../../../src/dashboard/protocol/shownRuns.ts';
import { FileLink } from '../../app/fileLink.tsx';
import { duration } from '../../parts/clock.ts';
import { Empty } from '../../parts/empty.tsx';
import { Status } from '../../parts/status.tsx';
import { LongText, Text } from '../../parts/text.tsx';

export interface TestsProps {
  readonly project: string;
  readonly state: RunRow['state'];
  readonly tests: TestsOfRun;
  // The failure that a key would debug.
  readonly chosen: string | undefined;
  onChoose(name: string): void;
}

export function Tests({ project, state, tests, chosen, onChoose }: TestsProps) {
  const { problems, missing, unmatched, outdated, results, moreResults } = tests;
  const failing = results.filter(({ status }) => status === 'failed' || status === 'error');
  const others = results.filter(({ status }) => status === 'passed' || status === 'skipped');
  if (results.length + problems.length + missing.length === 0 && unmatched === undefined)
    return <Empty>{state === 'running' ? 'No test has ended yet.' : 'No test ran, so nothing has been tested.'}</Empty>;
  return (
    <>
      {outdated.length > 0 && (
        <p class="muted run-note">
          <span aria-hidden="true">⚠</span> {outdated.length === 1 ? 'A file was' : `${outdated.length} files were`} changed since it began.
        </p>
      )}
      {unmatched !== undefined && (
        <Note title="No test has this name" project={project}>
          <Text text={unmatched.name} />
          {unmatched.near.length > 0 && (
            <span class="muted">
              {' '}
              There is <Text text={unmatched.near.join(', ')} />.
            </span>
          )}
        </Note>
      )}
      {problems.map((problem, index) => (
        <Note key={index} title={`${problem.runner} failed outside the tests`} project={project} place={problem}>
          <LongText text={problem.message} name="problem.txt" />
        </Note>
      ))}
      {missing.length > 0 && (
        <Note
          project={project}
          title={missing.length === 1 ? 'A test did not run, because its process ended' : `${missing.length} tests did not run, because their process ended`}
        >
          <LongText text={missing.join('\n')} name="missing.txt" />
        </Note>
      )}
      {failing.map((test) => (
        <Failure key={`${test.file} ${test.name}`} project={project} test={test} isChosen={test.name === chosen} onChoose={() => onChoose(test.name)} />
      ))}
      {others.length > 0 && (
        <ol class="tests-others">
          {others.map((test) => (
            <li key={`${test.file} ${test.name}`}>
              <Status state={test.status === 'passed' ? 'ok' : 'idle'} title={test.status} /> <Text text={test.name} />
              {test.milliseconds !== undefined && <span class="muted tests-time">{duration(test.milliseconds)}</span>}
            </li>
          ))}
          {moreResults !== undefined && <li class="muted">{moreResults.toLocaleString('en')} more</li>}
        </ol>
      )}
    </>
  );
}

interface FailureProps {
  readonly project: string;
  readonly test: ShownTest;
  readonly isChosen: boolean;
  onChoose(): void;
}

function Failure({ project, test, isChosen, onChoose }: FailureProps) {
  const { name, status, message, expected, actual, stack = [], output } = test;
  return (
    <article class={`failure ${isChosen ? 'failure-chosen' : ''}`} aria-label={name} onFocusIn={onChoose} onPointerDown={onChoose}>
      <h3 class="failure-name">
        <Status state="error" text={status === 'error' ? 'error' : 'failed'} /> <Text text={name} /> <Place of={test} project={project} />
      </h3>
      {expected !== undefined || actual !== undefined ? (
        <dl class="failure-values">
          <div class="failure-expected">
            <dt>expected</dt>
            <dd>
              <LongText text={expected ?? ''} name="expected.txt" class="failure-text" />
            </dd>
          </div>
          <div class="failure-actual">
            <dt>actual</dt>
            <dd>
              <LongText text={actual ?? ''} name="actual.txt" class="failure-text" />
            </dd>
          </div>
        </dl>
      ) : null}
      {message !== undefined && <LongText text={message} name="message.txt" class="failure-text" />}
      {stack.length > 0 && (
        <ol class="failure-stack muted">
          {stack.map((frame, index) => (
            <li key={index}>
              <Text text={frame.function ?? ''} /> <FileLink project={project} file={frame.file} line={frame.line} />
            </li>
          ))}
        </ol>
      )}
      {output !== undefined && output !== '' && <LongText text={output} name="output.txt" />}
    </article>
  );
}

interface NoteProps {
  readonly title: string;
  readonly project: string;
  readonly place?: TestPlace;
  readonly children: ComponentChildren;
}

function Note({ title, project, place, children }: NoteProps) {
  return (
    <article class="failure">
      <h3 class="failure-name">
        <Status state="error" text={title} /> {place !== undefined && <Place of={place} project={project} />}
      </h3>
      <div>{children}</div>
    </article>
  );
}

function Place({ of: { file, line }, project }: { readonly of: TestPlace; readonly project: string }) {
  if (file === undefined) return null;
  return (
    <span class="muted">
      <FileLink project={project} file={file} line={line} />
    </span>
  );
}
