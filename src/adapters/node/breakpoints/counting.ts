// Lines and columns as the client counts them, and as V8 does, from 0.
export interface Counting {
  line(line: number): number;
  column(column: number): number;
  fromLine(line: number): number;
  fromColumn(column: number): number;
}

export function countingFrom({ lines, columns }: { readonly lines: 0 | 1; readonly columns: 0 | 1 }): Counting {
  return {
    line: (line) => line + lines,
    column: (column) => column + columns,
    fromLine: (line) => line - lines,
    fromColumn: (column) => column - columns,
  };
}
