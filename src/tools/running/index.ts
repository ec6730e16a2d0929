// The tools that run programs of the project, and speak to them.
import type { Tool } from '../tool.ts';
import { createRunConfiguration } from './create_run_configuration.ts';
import { editRunConfiguration } from './edit_run_configuration.ts';
import { httpRequest } from './http_request.ts';
import { listRunConfigurations } from './list_run_configurations.ts';
import { readRunOutput } from './read_run_output.ts';
import { runCommand } from './run_command.ts';
import { runConfiguration } from './run_configuration.ts';
import { stopRun } from './stop_run.ts';

export const running: readonly Tool[] = [
  runCommand,
  listRunConfigurations,
  runConfiguration,
  readRunOutput,
  stopRun,
  createRunConfiguration,
  editRunConfiguration,
  httpRequest,
];
