// The tools about other agents: started, prompted, read, merged and stopped.
import type { Tool } from '../tool.ts';
import { discardAgent } from './discard_agent.ts';
import { listAgents } from './list_agents.ts';
import { mergeAgent } from './merge_agent.ts';
import { promptAgent } from './prompt_agent.ts';
import { readAgent } from './read_agent.ts';
import { startAgent } from './start_agent.ts';
import { stopAgent } from './stop_agent.ts';

export const agents: readonly Tool[] = [listAgents, startAgent, promptAgent, readAgent, mergeAgent, discardAgent, stopAgent];
