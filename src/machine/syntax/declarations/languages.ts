// The languages whose declarations tree-sitter finds: a row is a grammar of ast-grep, with the ids of its languages and its declarations.
import type { DeclarationRow } from '../declarationRow.ts';
import { c, cpp } from './c.ts';
import { hcl, solidity } from './configuration.ts';
import { csharp } from './csharp.ts';
import { elixir, haskell, nix } from './functional.ts';
import { go } from './go.ts';
import { javascript, typescript } from './javascript.ts';
import { java, kotlin, scala } from './jvm.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';
import { bash, lua, php, ruby } from './scripts.ts';
import { swift } from './swift.ts';

export interface OutlineGrammar {
  // ast-grep's name of it.
  readonly grammar: string;
  // The language server protocol's ids.
  readonly languages: readonly string[];
  // The extensions by which ast-grep knows its files.
  readonly extensions: readonly string[];
  readonly declarations: readonly DeclarationRow[];
  // A function is written in several pieces: its signature and one equation for each case.
  readonly inPieces?: true;
}

export const OUTLINE_GRAMMARS: readonly OutlineGrammar[] = [
  { grammar: 'rust', languages: ['rust'], extensions: ['.rs'], declarations: rust },
  { grammar: 'java', languages: ['java'], extensions: ['.java'], declarations: java },
  { grammar: 'kotlin', languages: ['kotlin'], extensions: ['.kt', '.kts', '.ktm'], declarations: kotlin },
  { grammar: 'scala', languages: ['scala'], extensions: ['.scala', '.sc', '.sbt'], declarations: scala },
  { grammar: 'swift', languages: ['swift'], extensions: ['.swift'], declarations: swift },
  { grammar: 'csharp', languages: ['csharp'], extensions: ['.cs'], declarations: csharp },
  { grammar: 'php', languages: ['php'], extensions: ['.php'], declarations: php },
  { grammar: 'ruby', languages: ['ruby'], extensions: ['.rb', '.rbw', '.gemspec'], declarations: ruby },
  { grammar: 'lua', languages: ['lua'], extensions: ['.lua'], declarations: lua },
  { grammar: 'bash', languages: ['shellscript'], extensions: ['.sh', '.bash', '.zsh', '.ksh', '.bats'], declarations: bash },
  { grammar: 'elixir', languages: ['elixir'], extensions: ['.ex', '.exs'], declarations: elixir, inPieces: true },
  { grammar: 'haskell', languages: ['haskell'], extensions: ['.hs'], declarations: haskell, inPieces: true },
  { grammar: 'nix', languages: ['nix'], extensions: ['.nix'], declarations: nix },
  { grammar: 'hcl', languages: ['terraform', 'hcl'], extensions: ['.tf', '.tfvars', '.hcl'], declarations: hcl },
  { grammar: 'solidity', languages: ['solidity'], extensions: ['.sol'], declarations: solidity },
  { grammar: 'go', languages: ['go'], extensions: ['.go'], declarations: go },
  { grammar: 'c', languages: ['c'], extensions: ['.c', '.h'], declarations: c },
  { grammar: 'cpp', languages: ['cpp'], extensions: ['.cc', '.cpp', '.cxx', '.c++', '.hpp', '.hh', '.hxx', '.cu', '.ino'], declarations: cpp },
  { grammar: 'python', languages: ['python'], extensions: ['.py', '.pyi', '.py3', '.bzl'], declarations: python },
  { grammar: 'ts', languages: ['typescript'], extensions: ['.ts', '.mts', '.cts'], declarations: typescript },
  { grammar: 'tsx', languages: ['typescriptreact'], extensions: ['.tsx'], declarations: typescript },
  { grammar: 'js', languages: ['javascript', 'javascriptreact'], extensions: ['.js', '.mjs', '.cjs', '.jsx'], declarations: javascript },
];
