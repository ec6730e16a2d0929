// A prompt that is waited for as long as the caller wants; the agent works on behind the answer.
import { Bound, untilAborted } from '../../../base/waiting/abort.ts';
import type { AgentPrompt, AgentSession } from '../../../ide/doors/agents.ts';
import { cancelled, IdeError } from '../../../ide/errors/errors.ts';
import type { CallContext } from '../../tool.ts';

// What is refused at once is thrown; what fails later stands in the conversation. A call that is cancelled stops the agent.
export async function promptedFor({ signal }: Pick<CallContext, 'signal'>, session: AgentSession, prompt: AgentPrompt, wait: number): Promise<void> {
  const begun = session.entries.length;
  const asked = new AbortController();
  const work = session.prompt(prompt, asked.signal);
  using bound = new Bound(signal, wait);
  try {
    await untilAborted(work, bound.signal, cancelled);
  } catch (error) {
    if (signal.aborted) {
      asked.abort();
      throw error;
    }
    if (bound.passed) return;
    if (!(error instanceof IdeError) || session.entries.length === begun) throw error;
  }
}
