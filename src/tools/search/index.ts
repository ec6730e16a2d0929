// The tools that find code by how it is written.
import type { Tool } from '../tool.ts';
import { searchStructure } from './search_structure.ts';
import { searchText } from './search_text.ts';

export const search: readonly Tool[] = [searchText, searchStructure];
