// The tools about the tools, and about Binnacle itself.
import type { Tool } from '../tool.ts';
import { batch } from './batch.ts';
import { callTool } from './call_tool.ts';
import { findTools } from './find_tools.ts';
import { getNotifications } from './get_notifications.ts';
import { listConnections } from './list_connections.ts';
import { readIdeLog } from './read_ide_log.ts';

export const system: readonly Tool[] = [findTools, callTool, batch, getNotifications, listConnections, readIdeLog];
