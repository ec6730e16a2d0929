// Languages whose colours need no grammar: comments, strings, numbers and keywords, one row each.
import type { StreamParser, StringStream } from '@codemirror/language';

interface PlainGrammar {
  // Of the names of its files.
  readonly files: RegExp;
  readonly keywords?: string;
  readonly line?: readonly string[];
  readonly block?: readonly [string, string];
  // One character each; such a text ends with its line.
  readonly quotes?: string;
  // The same at both ends, over lines.
  readonly long?: readonly string[];
  // Names that begin with a capital letter are types.
  readonly hasTypes?: true;
  // what else is distinguished, the first that fits; `atStart` only where a line begins.
  readonly more?: readonly { readonly is: RegExp; readonly as: string; readonly atStart?: true }[];
}

const C_LIKE = { line: ['//'], block: ['/*', '*/'], quotes: `"'`, hasTypes: true } as const;
const HASH = { line: ['#'], quotes: `"'` } as const;
const BASIC = 'if else for while do switch case default break continue return';
const OBJECTS = `${BASIC} class interface enum extends implements new this super import public private protected static final abstract try catch finally throw null true false void int long short byte char float double boolean var const instanceof package throws`;

const GRAMMARS: readonly PlainGrammar[] = [
  {
    ...C_LIKE,
    files: /\.go$/,
    long: ['`'],
    keywords: `${BASIC} func package import type struct interface map chan go defer select range var const fallthrough goto nil true false string int int64 uint error bool byte rune any`,
  },
  {
    ...C_LIKE,
    files: /\.rs$/,
    quotes: '"',
    keywords: `${BASIC} fn let mut pub use mod struct enum impl trait where match loop move ref self Self crate super as async await dyn unsafe static const type in true false u8 u16 u32 u64 usize i8 i16 i32 i64 isize f32 f64 bool str char`,
  },
  {
    ...C_LIKE,
    files: /\.(?:c|h|cc|hh|cpp|hpp|cxx|m|mm|ino)$/,
    keywords: `${OBJECTS} struct union typedef extern sizeof unsigned signed auto register volatile inline template typename namespace using virtual override operator delete nullptr constexpr explicit friend noexcept bool size_t`,
    more: [{ is: /^\s*#\s*\w+/, as: 'meta', atStart: true }],
  },
  { ...C_LIKE, files: /\.(?:java|groovy|gradle)$/, keywords: `${OBJECTS} record sealed permits yield synchronized transient native assert` },
  {
    ...C_LIKE,
    files: /\.cs$/,
    keywords: `${OBJECTS} namespace using string object decimal bool get set readonly struct delegate event async await in out ref foreach is as where base internal override virtual sealed partial record`,
  },
  {
    ...C_LIKE,
    files: /\.(?:kts?|scala|dart)$/,
    long: ['"""'],
    keywords: `${OBJECTS} fun val when is as in object data sealed companion override open internal suspend lateinit by def trait match with given late required async await yield`,
  },
  {
    ...C_LIKE,
    files: /\.swift$/,
    long: ['"""'],
    keywords: `${BASIC} func let var class struct enum protocol extension import guard in is as self Self init deinit throws throw try catch async await public private internal fileprivate static override mutating where some any nil true false`,
  },
  {
    ...C_LIKE,
    files: /\.php$/,
    line: ['//', '#'],
    keywords: `${OBJECTS} function echo array foreach as use namespace fn match require require_once include trait`,
    more: [{ is: /^\$\w+/, as: 'variableName' }],
  },
  {
    ...C_LIKE,
    files: /\.proto$/,
    keywords: 'syntax package import option message enum service rpc returns repeated optional oneof map reserved string int32 int64 bool bytes',
  },
  {
    ...HASH,
    files: /\.(?:rb|rake|gemspec)$|^(?:Gemfile|Rakefile)$/,
    hasTypes: true,
    keywords:
      'def class module end if elsif else unless while until for in do begin rescue ensure case when then return yield self nil true false and or not super require attr_accessor attr_reader',
    more: [{ is: /^:\w+/, as: 'atom' }],
  },
  {
    ...HASH,
    files: /\.(?:sh|bash|zsh|fish)$|^(?:\.bashrc|\.zshrc|\.profile)$/,
    keywords: 'if then else elif fi for while until do done case esac in function return export local readonly set unset source exit',
    more: [{ is: /^\$(?:\w+|\{[^}]*\})/, as: 'variableName' }],
  },
  {
    ...HASH,
    files: /\.(?:ya?ml)$/,
    keywords: 'true false null yes no',
    more: [
      { is: /^[\w./@-]+(?=\s*:(?:\s|$))/, as: 'propertyName' },
      { is: /^[&*][\w-]+/, as: 'atom' },
    ],
  },
  {
    ...HASH,
    files: /\.(?:toml|ini|cfg|properties|conf|editorconfig)$|^\.(?:env|gitconfig|npmrc)/,
    line: ['#', ';'],
    long: ['"""', "'''"],
    keywords: 'true false',
    more: [
      { is: /^\s*\[[^\]]*\]+/, as: 'heading', atStart: true },
      { is: /^[\w.-]+(?=\s*=)/, as: 'propertyName' },
    ],
  },
  {
    ...HASH,
    files: /^(?:Dockerfile|Containerfile|Makefile)|\.mk$/,
    keywords: 'FROM RUN CMD LABEL EXPOSE ENV ADD COPY ENTRYPOINT VOLUME USER WORKDIR ARG AS ifeq ifdef endif else include',
  },
  {
    files: /\.(?:css|scss|less)$/,
    block: ['/*', '*/'],
    quotes: `"'`,
    more: [
      { is: /^@[\w-]+/, as: 'keyword' },
      { is: /^#[\da-f]{3,8}\b/i, as: 'number' },
      { is: /^[\w-]+(?=\s*:\s)/, as: 'propertyName' },
      { is: /^[.#][\w-]+/, as: 'typeName' },
    ],
  },
  {
    files: /\.(?:html?|xml|svg|vue|svelte|xaml|csproj|plist)$/,
    block: ['<!--', '-->'],
    quotes: `"'`,
    more: [
      { is: /^<[/!?]?[\w:.-]*|^[/?]?>/, as: 'tagName' },
      { is: /^[\w:@.-]+(?==)/, as: 'attributeName' },
      { is: /^&[#\w]+;/, as: 'atom' },
    ],
  },
  {
    files: /\.(?:md|mdx|markdown)$/i,
    long: ['```', '`'],
    more: [
      { is: /^#{1,6}\s.*/, as: 'heading', atStart: true },
      { is: /^\s*>.*/, as: 'comment', atStart: true },
      { is: /^\s*(?:[-*+]|\d+\.)\s/, as: 'keyword', atStart: true },
      { is: /^\*\*[^*]+\*\*/, as: 'strong' },
      { is: /^\[[^\]]*\]\([^)]*\)/, as: 'link' },
    ],
  },
  {
    files: /\.lua$/,
    line: ['--'],
    quotes: `"'`,
    keywords: 'and break do else elseif end false for function goto if in local nil not or repeat return then true until while',
  },
  {
    files: /\.sql$/i,
    line: ['--'],
    block: ['/*', '*/'],
    quotes: `'"`,
    keywords:
      'select from where insert into update delete set values create table alter drop index view join left right inner outer on group by order having limit as and or not null primary key references default unique begin commit rollback SELECT FROM WHERE INSERT INTO UPDATE DELETE SET VALUES CREATE TABLE ALTER DROP INDEX VIEW JOIN LEFT RIGHT INNER OUTER ON GROUP BY ORDER HAVING LIMIT AS AND OR NOT NULL PRIMARY KEY REFERENCES DEFAULT UNIQUE BEGIN COMMIT ROLLBACK',
  },
];

interface State {
  // What ends the comment or the text that goes over lines, and what it is.
  until: { readonly text: string; readonly as: string } | undefined;
}

// Undefined where nobody knows the language.
export function plainGrammarOf(name: string): StreamParser<State> | undefined {
  const grammar = GRAMMARS.find(({ files }) => files.test(name));
  return grammar && parserOf(grammar);
}

function parserOf({ keywords = '', line = [], block, quotes = '', long = [], hasTypes, more = [] }: PlainGrammar): StreamParser<State> {
  const words = new Set(keywords.split(' '));
  const overLines = [
    ...(block === undefined ? [] : [{ begin: block[0], text: block[1], as: 'comment' }]),
    ...long.map((text) => ({ begin: text, text, as: 'string' })),
  ];
  return {
    startState: () => ({ until: undefined }),
    copyState: (state) => ({ ...state }),
    token(stream, state) {
      if (state.until !== undefined) return untilEnd(stream, state);
      for (const { is, as, atStart } of more) if ((atStart !== true || stream.sol()) && stream.match(is)) return as;
      if (stream.eatSpace()) return null;
      for (const { begin, ...until } of overLines)
        if (stream.match(begin)) {
          state.until = until;
          return untilEnd(stream, state);
        }
      if (line.some((begin) => stream.match(begin))) {
        stream.skipToEnd();
        return 'comment';
      }
      const quote = stream.peek() ?? '';
      if (quotes.includes(quote)) return quoted(stream, quote);
      if (stream.match(/^\d[\w.]*/)) return 'number';
      const word = stream.match(/^[\p{L}_$][\p{L}\p{N}_$]*/u);
      if (word === null || typeof word === 'boolean') {
        stream.next();
        return null;
      }
      if (words.has(word[0])) return 'keyword';
      return hasTypes === true && /^\p{Lu}/u.test(word[0]) ? 'typeName' : null;
    },
  };
}

function untilEnd(stream: StringStream, state: State): string | null {
  const { until } = state;
  if (until === undefined) return null;
  if (stream.skipTo(until.text)) {
    stream.match(until.text);
    state.until = undefined;
  } else stream.skipToEnd();
  return until.as;
}

function quoted(stream: StringStream, quote: string): string {
  stream.next();
  for (let escaped = false, next = stream.next(); next !== undefined; next = stream.next()) {
    if (next === quote && !escaped) break;
    escaped = next === '\\' && !escaped;
  }
  return 'string';
}
