// The tools that find and explain code.
import type { Tool } from '../tool.ts';
import { findDefinition } from './find_definition.ts';
import { findReferences } from './find_references.ts';
import { getDocumentation } from './get_documentation.ts';
import { getFileOutline } from './get_file_outline.ts';
import { inspectSymbol } from './inspect_symbol.ts';
import { searchSymbols } from './search_symbols.ts';

export const navigation: readonly Tool[] = [findReferences, findDefinition, inspectSymbol, searchSymbols, getFileOutline, getDocumentation];
