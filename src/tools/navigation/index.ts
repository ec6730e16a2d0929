// The tools that find and explain code.
import type { Tool } from '../tool.ts';
import { callHierarchy } from './call_hierarchy.ts';
import { codeCompletions } from './code_completions.ts';
import { findDefinition } from './find_definition.ts';
import { findImplementations } from './find_implementations.ts';
import { findReferences } from './find_references.ts';
import { findSuperMethods } from './find_super_methods.ts';
import { findTypeDefinition } from './find_type_definition.ts';
import { getDocumentation } from './get_documentation.ts';
import { getFileOutline } from './get_file_outline.ts';
import { inspectSymbol } from './inspect_symbol.ts';
import { searchSymbols } from './search_symbols.ts';
import { typeHierarchy } from './type_hierarchy.ts';

export const navigation: readonly Tool[] = [
  findReferences,
  findDefinition,
  inspectSymbol,
  searchSymbols,
  getFileOutline,
  getDocumentation,
  findImplementations,
  findTypeDefinition,
  findSuperMethods,
  callHierarchy,
  typeHierarchy,
  codeCompletions,
];
