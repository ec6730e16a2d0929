// The tools about projects, their files and their engines.
import type { Tool } from '../tool.ts';
import { downloadSources } from './download_sources.ts';
import { getProjectInfo } from './get_project_info.ts';
import { indexStatus } from './index_status.ts';
import { listDependencies } from './list_dependencies.ts';
import { listProjectFiles } from './list_project_files.ts';
import { listProjects } from './list_projects.ts';
import { openProject } from './open_project.ts';
import { projectStructure } from './project_structure.ts';
import { readFile } from './read_file.ts';
import { restartEngine } from './restart_engine.ts';

export const project: readonly Tool[] = [
  listProjectFiles,
  readFile,
  getProjectInfo,
  projectStructure,
  listDependencies,
  downloadSources,
  indexStatus,
  restartEngine,
  listProjects,
  openProject,
];
