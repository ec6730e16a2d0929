// The tools about projects, their files and their engines.
import type { Tool } from '../tool.ts';
import { downloadSources } from './download_sources.ts';
import { getProjectInfo } from './get_project_info.ts';
import { getSetting } from './get_setting.ts';
import { indexStatus } from './index_status.ts';
import { installServer } from './install_server.ts';
import { listDependencies } from './list_dependencies.ts';
import { listProjectFiles } from './list_project_files.ts';
import { listProjects } from './list_projects.ts';
import { openProject } from './open_project.ts';
import { projectStructure } from './project_structure.ts';
import { readFile } from './read_file.ts';
import { restartEngine } from './restart_engine.ts';
import { setSetting } from './set_setting.ts';

export const project: readonly Tool[] = [
  listProjectFiles,
  readFile,
  getProjectInfo,
  projectStructure,
  listDependencies,
  downloadSources,
  indexStatus,
  restartEngine,
  installServer,
  listProjects,
  openProject,
  getSetting,
  setSetting,
];
