// Arguments with which any tool can be called once: those of a case where there is one, else the fewest that its schema takes.
import { z } from 'zod';
import { allTools } from '../../../src/tools/catalogue.ts';
import { CASES } from './cases.ts';

export function givenFor(name: string): Readonly<Record<string, unknown>> {
  const tool = allTools.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(`there is no tool ${name}`);
  const inputs = schema.parse(tool.inputSchema);
  const given = OWN[name] ?? CASES.find((one) => one.tool === name)?.given ?? z.record(z.string(), z.unknown()).parse(least(inputs));
  // The project is for other tests too.
  return inputs.properties?.['preview'] === undefined ? given : { ...given, preview: true };
}

// What a schema does not say, or what would wait for a person.
const OWN: Readonly<Record<string, Record<string, unknown>>> = {
  batch: { calls: [{ tool: 'list_projects' }] },
  call_tool: { name: 'list_projects' },
  git_branch: { action: 'list' },
  git_stash: { action: 'list' },
  open_diff: { file: 'src', text: '' },
};

const schema = z.object({
  type: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), schema).optional();
  },
  get items() {
    return schema.optional();
  },
  get anyOf() {
    return z.array(schema).optional();
  },
});

function least({ type, enum: values, const: only, required = [], properties = {}, items, anyOf }: z.infer<typeof schema>): unknown {
  if (only !== undefined) return only;
  if (values !== undefined) return values[0];
  if (anyOf?.[0] !== undefined) return least(anyOf[0]);
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, least(properties[name] ?? {})]));
  if (type === 'array') return [least(items ?? {})];
  if (type === 'number' || type === 'integer') return 1;
  return type === 'boolean' ? false : 'src/cart.ts';
}
