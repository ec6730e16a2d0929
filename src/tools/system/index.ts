// The tools about the tools.
import type { Tool } from '../tool.ts';
import { callTool } from './call_tool.ts';
import { findTools } from './find_tools.ts';

export const system: readonly Tool[] = [findTools, callTool];
