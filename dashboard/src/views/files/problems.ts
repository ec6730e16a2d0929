// What compilers say of the file, at its lines: a mark in the gutter, and a line under the text until it is changed.
import { type Extension, type Range, RangeSet, RangeSetBuilder, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutter } from '@codemirror/view';

export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

export const showProblems = StateEffect.define<readonly Problem[]>();

class ProblemMarker extends GutterMarker {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super();
    this.problem = problem;
  }

  override eq(other: GutterMarker): boolean {
    return other instanceof ProblemMarker && other.problem.message === this.problem.message && other.problem.severity === this.problem.severity;
  }

  override toDOM(): HTMLElement {
    const mark = document.createElement('span');
    mark.className = `file-problem file-problem-${this.problem.severity}`;
    mark.textContent = this.problem.severity === 'error' ? '✕' : '▲';
    mark.title = this.problem.message;
    return mark;
  }
}

interface Shown {
  readonly lines: RangeSet<GutterMarker>;
  readonly texts: DecorationSet;
}

const field = StateField.define<Shown>({
  create: () => ({ lines: RangeSet.empty, texts: Decoration.none }),
  update({ lines, texts }, { changes, effects, state }) {
    const shown = effects.find((effect) => effect.is(showProblems));
    if (shown?.is(showProblems) !== true) return { lines: lines.map(changes), texts: texts.map(changes) };
    const length = state.doc.length;
    const inside = shown.value.filter(({ from }) => from <= length).map((problem) => ({ ...problem, to: Math.min(length, problem.to) }));
    const builder = new RangeSetBuilder<GutterMarker>();
    const byLine = new Map<number, Problem>();
    for (const problem of inside) {
      const { from } = state.doc.lineAt(problem.from);
      const known = byLine.get(from);
      const message = known === undefined ? problem.message : `${known.message}\n${problem.message}`;
      byLine.set(from, { ...problem, message, severity: known?.severity === 'error' ? 'error' : problem.severity });
    }
    for (const [from, problem] of [...byLine].sort(([one], [other]) => one - other)) builder.add(from, from, new ProblemMarker(problem));
    const marks: Range<Decoration>[] = inside
      .filter(({ from, to }) => to > from)
      .map(({ from, to, severity, message }) =>
        Decoration.mark({ class: `file-wrong file-wrong-${severity}`, attributes: { title: message } }).range(from, to),
      );
    return { lines: builder.finish(), texts: Decoration.set(marks, true) };
  },
  provide: (from) => EditorView.decorations.from(from, ({ texts }) => texts),
});

export const problems: Extension = [field, gutter({ class: 'file-problems', markers: (view) => view.state.field(field).lines })];
