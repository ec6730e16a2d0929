// Which settings an agent may change without a person: those of which it is known that they run nothing, reach nothing and permit nothing. All others ask.
import { isRecord } from '../base/isRecord.ts';

// Why a person must see it before it is set or removed, or undefined. A value of undefined: it is removed.
export function whySettingAsks(key: string, value: unknown): string | undefined {
  if (isOwnSetting(key)) return `${key} is a setting of Binnacle itself`;
  if (OVERRIDE.test(key)) return whyAnyAsks(value);
  const row = ROWS.find(({ keys }) => keys.test(key));
  // A whole section at once is as good as each of what it holds.
  if (row === undefined && isRecord(value) && Object.keys(value).length > 0 && SECTION.test(key)) return whyAnyAsks(value, `${key}.`);
  if (row === undefined || row.except?.test(key) === true) return `nobody has looked whether ${key} can name something that is run, reached or permitted`;
  if (NAMES_A_PROGRAM.test(wordsOf(key))) return `${key} names something that is run, reached or permitted`;
  return isHarmless(value, row.holdsGlobs === true) ? undefined : `the value of ${key} looks like a path, an address or a command`;
}

// Of a settings file that becomes another: why a person must see that, or undefined.
export function whySettingsAsk(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): string | undefined {
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to] = [before, after].map((all) => (Object.hasOwn(all, key) ? all[key] : undefined));
    const why = JSON.stringify(from) === JSON.stringify(to) ? undefined : whySettingAsks(key, to);
    if (why !== undefined) return why;
  }
  return undefined;
}

// Also as somebody else would write it: who is asked reads it so.
export function isOwnSetting(key: string): boolean {
  return /^(?:binnacle|vscode-mcp-proxy)(?:\.|$)/i.test(key);
}

// What agents may do is said in a file of its own, which no tool reads or changes.
export function isPolicySetting(key: string): boolean {
  return /^(?:binnacle|vscode-mcp-proxy)\.(?:policy|policies|permissions?|trust|trusted|grants?|token|effects)(?:\.|$)/i.test(key);
}

// Whose values are nobody's but the person's.
export function isSecretName(key: string): boolean {
  return /(?:^| )(?:secrets?|tokens?|passwords?|passwd|passphrase|credentials?|authorization|auth|cookies?|keys?|apikey|accesskey|privatekey|bearer|sessionid|pat)(?: |$)/.test(
    wordsOf(key),
  );
}

function whyAnyAsks(value: unknown, prefix = ''): string | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) return `${prefix === '' ? 'what a language has' : prefix.slice(0, -1)} is no object of settings`;
  for (const [name, inner] of Object.entries(value)) {
    const why = whySettingAsks(`${prefix}${name}`, inner);
    if (why !== undefined) return why;
  }
  return undefined;
}

interface HarmlessRow {
  readonly keys: RegExp;
  readonly except?: RegExp;
  // The names in it are patterns of files.
  readonly holdsGlobs?: true;
}

// "[typescript]", "[javascript][typescript]": settings that count for these languages.
const OVERRIDE = /^(?:\[[^[\]]+\])+$/;
const SECTION = /^[\w-]+(?:\.[\w-]+)*$/;

const OF_BOTH_SCRIPTS =
  'format|suggest|inlayHints|validate|preferences|updateImportsOnFileMove|updateImportsOnPaste|implementationsCodeLens|referencesCodeLens|suggestionActions|autoClosingTags';

const ROWS: readonly HarmlessRow[] = [
  // How text is shown and typed. Actions on save run whatever an extension offers, so they are left out.
  { keys: /^editor\.[\w.]+$/, except: /^editor\.(?:codeActionsOnSave|codeActions)(?:\.|$)/ },
  { keys: /^(?:diffEditor|explorer|breadcrumbs|outline|problems|zenMode)\.[\w.]+$/ },
  { keys: /^files\.(?:exclude|associations|watcherExclude|readonlyInclude|readonlyExclude)$/, holdsGlobs: true },
  { keys: /^explorer\.fileNesting\.patterns$/, holdsGlobs: true },
  {
    keys: /^files\.(?:autoSave|autoSaveDelay|autoSaveWhenNoErrors|autoSaveWorkspaceFilesOnly|eol|encoding|autoGuessEncoding|candidateGuessEncodings|insertFinalNewline|trimFinalNewlines|trimTrailingWhitespace|trimTrailingWhitespaceInRegexAndStrings|defaultLanguage|hotExit|refactoring\.autoSave)$/,
  },
  { keys: /^search\.exclude$/, holdsGlobs: true },
  {
    keys: /^search\.(?:smartCase|showLineNumbers|collapseResults|sortOrder|useIgnoreFiles|mode|seedOnFocus|searchOnType|searchOnTypeDebouncePeriod|quickOpen\.\w+)$/,
  },
  {
    keys: /^workbench\.(?:colorTheme|iconTheme|productIconTheme|preferredDarkColorTheme|preferredLightColorTheme|startupEditor|fontAliasing|colorCustomizations|statusBar\.visible|sideBar\.location|activityBar\.location|panel\.defaultLocation|tips\.enabled|tree\.\w+|list\.\w+|hover\.\w+|editor\.(?:enablePreview|enablePreviewFromQuickOpen|highlightModifiedTabs|labelFormat|limit\.\w+|showTabs|showIcons|tabSizing|tabCloseButton|wrapTabs|decorations\.\w+|revealIfOpen|focusRecentEditorAfterClose|pinnedTabSizing|scrollToSwitchTabs|closeEmptyGroups|openPositioning))$/,
  },
  { keys: /^window\.(?:zoomLevel|title|titleSeparator|menuBarVisibility|autoDetectColorScheme)$/ },
  {
    keys: /^terminal\.integrated\.(?:fontSize|fontFamily|fontWeight|fontWeightBold|lineHeight|letterSpacing|scrollback|cursorStyle|cursorBlinking|cursorWidth|copyOnSelection|minimumContrastRatio|smoothScrolling|drawBoldTextInBrightColors)$/,
  },
  { keys: new RegExp(`^(?:typescript|javascript|js/ts)\\.(?:${OF_BOTH_SCRIPTS})\\.[\\w.]+$`) },
  { keys: /^(?:typescript|javascript|js\/ts)\.(?:autoClosingTags|format\.enable)$/ },
  { keys: /^(?:css|less|scss)\.(?:validate|(?:lint|format|completion|hover)\.[\w.]+)$/ },
  { keys: /^(?:html)\.(?:(?:format|validate|suggest|hover|completion)\.[\w.]+|autoClosingTags|autoCreateQuotes|mirrorCursorOnMatchingTag)$/ },
  { keys: /^json\.(?:format\.[\w.]+|validate\.enable|maxItemsComputed)$/ },
  {
    keys: /^markdown\.(?:preview\.(?:fontSize|lineHeight|breaks|linkify|typographer|fontFamily|scrollPreviewWithEditor|scrollEditorWithPreview|markEditorSelection)|validate\.[\w.]+|suggest\.[\w.]+|occurrencesHighlight\.enabled)$/,
  },
  { keys: /^python\.analysis\.(?:typeCheckingMode|diagnosticMode|autoImportCompletions|autoFormatStrings|completeFunctionParens|inlayHints\.\w+)$/ },
  {
    keys: /^prettier\.(?:semi|singleQuote|jsxSingleQuote|tabWidth|useTabs|printWidth|trailingComma|bracketSpacing|bracketSameLine|arrowParens|proseWrap|quoteProps|endOfLine|enable|requireConfig)$/,
  },
];

// Whatever the row: the words of such a key, as in editor.someServerPath. Words of their own, so that "hover" holds no "ver" and "description" no "script".
const NAMES_A_PROGRAM =
  /(?:^| )(?:path|paths|command|commands|cmd|executable|exec|exe|program|programs|binary|bin|interpreter|runtime|server|servers|shell|shells|profile|profiles|env|environment|args|argv|arguments|task|tasks|launch|proxy|trust|trusted|security|approve|approval|mcp|chat|agent|agents|extension|extensions|remote|sdk|tsdk|hook|hooks|script|scripts|automation|automatic|plugin|plugins|url|urls|uri|host|endpoint|registry|download|install|update|process|sudo|node|policy|permission|permissions)(?: |$)/;
const MORE_WORDS = new Set(['editor', 'enable', 'enabled']);

// "editor.someServerPath" is "editor some server path". The names of known settings are taken as they are.
function wordsOf(key: string): string {
  return key
    .replace(/^(?:typescript|javascript|js\/ts)\.updateImportsOn(?:FileMove|Paste)/, '')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[\s._/[\]-]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '' && !MORE_WORDS.has(word))
    .join(' ');
}

const LONGEST = 500;
const DEEPEST = 6;

function isHarmless(value: unknown, holdsGlobs: boolean, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (value === undefined || value === null || typeof value === 'boolean' || typeof value === 'number') return true;
  if (typeof value === 'string') return isPlainText(value) || (holdsGlobs && isGlob(value));
  if (Array.isArray(value)) return value.every((each) => isHarmless(each, holdsGlobs, depth + 1));
  if (!isRecord(value)) return false;
  return Object.entries(value).every(
    ([name, inner]) =>
      (isPlainText(name) || (holdsGlobs && isGlob(name))) && !NAMES_A_PROGRAM.test(holdsGlobs ? '' : wordsOf(name)) && isHarmless(inner, holdsGlobs, depth + 1),
  );
}

// Names, numbers, colours and lists of fonts: no separator of paths, nothing that a shell would take for more than a word, no address.
function isPlainText(text: string): boolean {
  if (/^\r?\n$/.test(text)) return true;
  return text.length <= LONGEST && /^(?![-.~])[\p{L}\p{N} ,.'#()_+-]*$/u.test(text) && !/\.(?:exe|cmd|bat|sh|ps1|com|js|cjs|mjs|py|dll|so|vsix)$/i.test(text);
}

// Patterns of files, where the setting holds nothing else.
function isGlob(text: string): boolean {
  return text.length <= LONGEST && !/[`;|<>"\n\r]|\$\(|:\/\/|\.\./.test(text);
}
