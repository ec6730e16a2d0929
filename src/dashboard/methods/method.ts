// What a person asks by name: its parameters are checked before anything happens, and both they and the answer are those of the protocol, by their types.
import { z } from 'zod';
import { invalidArguments } from '../../ide/errors/errors.ts';
import type { AnswerOf, Method, ParamsOf } from '../protocol/methods.ts';
import type { AskedBy, MethodHandler } from '../sources.ts';

// Nothing is given where nothing is needed. Throws invalid_arguments, with what fits.
// The last parameter is never given: where it is asked for, it names what the protocol and this method do not both know.
export function method<Name extends Method, Shape extends z.ZodObject, Answer extends AnswerOf<Name>>(
  name: Name,
  shape: ParamsOf<Name> extends Unwritable<z.input<Shape>> ? Shape : never,
  answer: (params: z.output<Shape>, asked: AskedBy) => Promise<Answer>,
  ..._: Same<[ParamsOf<Name>, AnswerOf<Name>], [z.input<Shape>, Answer]>
): MethodHandler {
  return async (params, asked) => {
    const parsed = shape.safeParse(params ?? {});
    if (!parsed.success)
      throw invalidArguments(
        name,
        [
          z
            .prettifyError(parsed.error)
            .replaceAll('✖ ', '')
            .replaceAll(/\s*\n\s*/g, ' '),
        ],
        Object.keys(shape.shape),
      );
    return answer(parsed.data, asked);
  };
}

// A field that only one side has is one that nobody reads or nobody writes, and an optional one could otherwise be misspelled for ever.
type Same<Promised extends Both, Given extends Both> = [Different<Promised[0], Given[0]> | Different<Promised[1], Given[1]>] extends [never]
  ? []
  : [onlyOnOneSide: Different<Promised[0], Given[0]> | Different<Promised[1], Given[1]>];
type Both = readonly [params: unknown, answer: unknown];
type Different<One, Other> = Missing<One, Other> | Missing<Other, One>;

// The names of fields, however deep, that the other has in none of its forms.
type Missing<One, Other> = unknown extends One
  ? never
  : One extends readonly (infer Element)[]
    ? Missing<Element, ElementOf<Other>>
    : One extends object
      ? string extends keyof One
        ? never
        : { [Key in keyof One]-?: Key extends KeyOf<Other> ? Missing<NonNullable<One[Key]>, NonNullable<FieldOf<Other, Key>>> : Key }[keyof One]
      : never;

type ElementOf<List> = List extends readonly (infer Element)[] ? Element : never;
type KeyOf<Value> = unknown extends Value ? PropertyKey : Value extends object ? (string extends keyof Value ? PropertyKey : keyof Value) : never;
type FieldOf<Value, Key> = unknown extends Value
  ? unknown
  : Value extends object
    ? string extends keyof Value
      ? unknown
      : Key extends keyof Value
        ? Value[Key]
        : never
    : never;

// What zod takes it does not change.
type Unwritable<Value> = Value extends readonly (infer Element)[]
  ? readonly Unwritable<Element>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: Unwritable<Value[Key]> }
    : Value;

export const nothing = z.strictObject({});
export const idShape = z.string().min(1).max(500);
export const pathShape = z.string().min(1).max(4_096);
