// Refactorings of Java as jdt.ls makes them, under the wanted names: one project for all rows, compiled and run before and after.
import { afterAll, beforeAll, describe } from 'vitest';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { inPackages, testJavaRuns } from './javaRuns.ts';
import { onPath, programOf } from './rows.ts';
import { filesOf, testRefusals, testRows } from './table.ts';

const program = await programOf('jdtls');

const rows = inPackages('row', [
  {
    title: 'statements that give a value to a later one',
    tool: 'extract_function',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        int[] values = { 1, 2, 3 };\n        [[int sum = 0;\n        for (int value : values) {\n            sum += value;\n        }]]\n        return "sum " + sum;\n    }\n}\n',
    },
    given: { name: 'addUp' },
    after: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        int[] values = { 1, 2, 3 };\n        int sum = addUp(values);\n        return "sum " + sum;\n    }\n\n    private static int addUp(int[] values) {\n        int sum = 0;\n        for (int value : values) {\n            sum += value;\n        }\n        return sum;\n    }\n}\n',
    },
  },
  {
    title: 'an expression, that of a field too',
    tool: 'extract_function',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    private int width = 4;\n\n    int area(int height) {\n        return [[width * height]] + 1;\n    }\n\n    public static String run() {\n        return "" + new Run().area(3);\n    }\n}\n',
    },
    given: { name: 'product' },
    after: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    private int width = 4;\n\n    int area(int height) {\n        return product(height) + 1;\n    }\n\n    private int product(int height) {\n        return width * height;\n    }\n\n    public static String run() {\n        return "" + new Run().area(3);\n    }\n}\n',
    },
  },
  {
    title: 'an expression',
    tool: 'extract_variable',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    static int area(int width) {\n        return [[width * 2]] + width * 2;\n    }\n\n    public static String run() {\n        return "" + area(3);\n    }\n}\n',
    },
    given: { name: 'twice' },
    after: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    static int area(int width) {\n        int twice = width * 2;\n        return twice + width * 2;\n    }\n\n    public static String run() {\n        return "" + area(3);\n    }\n}\n',
    },
  },
  {
    title: 'all occurrences',
    tool: 'extract_variable',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    static int area(int width) {\n        return [[width * 2]] + width * 2;\n    }\n\n    public static String run() {\n        return "" + area(3);\n    }\n}\n',
    },
    given: { name: 'twice', all_occurrences: true },
    after: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    static int area(int width) {\n        int twice = width * 2;\n        return twice + twice;\n    }\n\n    public static String run() {\n        return "" + area(3);\n    }\n}\n',
    },
  },
  {
    title: 'a local variable',
    tool: 'inline_symbol',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        int $0twice = 2 + 1;\n        return "" + twice * twice;\n    }\n}\n',
    },
    after: { 'Run.java': 'package pkg;\n\npublic class Run {\n    public static String run() {\n        return "" + (2 + 1) * (2 + 1);\n    }\n}\n' },
  },
  {
    title: 'a method, also in another file',
    tool: 'inline_symbol',
    before: {
      'Tax.java': 'package pkg;\n\nclass Tax {\n    static int $0with(int net) {\n        return net + net / 10;\n    }\n}\n',
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        int own = Tax.with(20 + 10);\n        return "" + own + Tax.with(5);\n    }\n}\n',
    },
    after: {
      'Tax.java': 'package pkg;\n\nclass Tax {\n}\n',
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        int net = 20 + 10;\n        int own = net + net / 10;\n        return "" + own + (5 + 5 / 10);\n    }\n}\n',
    },
  },
  {
    title: 'a parameter more, in another order, with what overrides it',
    tool: 'change_signature',
    before: {
      'Priced.java': 'package pkg;\n\ninterface Priced {\n    int $0price(int count, String unit);\n}\n',
      'Item.java':
        'package pkg;\n\nclass Item implements Priced {\n    @Override\n    public int price(int count, String unit) {\n        return count * unit.length();\n    }\n}\n',
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        Priced item = new Item();\n        return "" + item.price(3, "piece") + new Item().price(1, "kg");\n    }\n}\n',
    },
    given: { parameters: [{ name: 'unit' }, { name: 'count' }, { name: 'currency', type: 'String', value: '"EUR"' }] },
    after: {
      'Priced.java': 'package pkg;\n\ninterface Priced {\n    int price(String unit, int count, String currency);\n}\n',
      'Item.java':
        'package pkg;\n\nclass Item implements Priced {\n    @Override\n    public int price(String unit, int count, String currency) {\n        return count * unit.length();\n    }\n}\n',
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        Priced item = new Item();\n        return "" + item.price("piece", 3, "EUR") + new Item().price("kg", 1, "EUR");\n    }\n}\n',
    },
  },
  {
    title: 'a parameter less of a constructor',
    tool: 'change_signature',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    private final int one;\n\n    $0Run(int one, int other) {\n        this.one = one;\n    }\n\n    public static String run() {\n        return "" + new Run(1, 2).one;\n    }\n}\n',
    },
    given: { parameters: [{ name: 'one' }] },
    after: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    private final int one;\n\n    Run(int one) {\n        this.one = one;\n    }\n\n    public static String run() {\n        return "" + new Run(1).one;\n    }\n}\n',
    },
  },
  {
    title: 'a static method to another class',
    tool: 'move_symbol',
    before: {
      'Tax.java':
        'package pkg;\n\nclass Tax {\n    static final int RATE = 10;\n\n    static int $0with(int net) {\n        return net + net / RATE;\n    }\n}\n',
      'Money.java': 'package pkg;\n\nclass Money {\n    int cents;\n}\n',
      'Run.java': 'package pkg;\n\npublic class Run {\n    public static String run() {\n        return "" + Tax.with(20);\n    }\n}\n',
    },
    given: { to_file: 'Money.java' },
    after: {
      'Tax.java': 'package pkg;\n\nclass Tax {\n    static final int RATE = 10;\n}\n',
      'Money.java': 'package pkg;\n\nclass Money {\n    int cents;\n\n    static int with(int net) {\n        return net + net / Tax.RATE;\n    }\n}\n',
      'Run.java': 'package pkg;\n\npublic class Run {\n    public static String run() {\n        return "" + Money.with(20);\n    }\n}\n',
    },
  },
  {
    title: 'a nested class to a file of its own',
    tool: 'move_symbol',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    static class $0Inner {\n        int value = 5;\n    }\n\n    public static String run() {\n        return "" + new Inner().value;\n    }\n}\n',
    },
    given: { to_file: 'Inner.java' },
    after: {
      'Run.java': 'package pkg;\n\npublic class Run {\n    public static String run() {\n        return "" + new Inner().value;\n    }\n}\n',
      'Inner.java': 'package pkg;\n\nclass Inner {\n    int value = 5;\n}',
    },
  },
  {
    title: 'a class with its file, its constructor and its import',
    tool: 'rename_symbol',
    before: {
      'model/Item.java': 'package pkg.model;\n\npublic class $0Item {\n    public Item() {}\n\n    public String name() {\n        return "it";\n    }\n}\n',
      'Run.java':
        'package pkg;\n\nimport pkg.model.Item;\n\npublic class Run {\n    public static String run() {\n        Item item = new Item();\n        return item.name();\n    }\n}\n',
    },
    given: { new_name: 'Thing' },
    after: {
      'model/Item.java': undefined,
      'model/Thing.java': 'package pkg.model;\n\npublic class Thing {\n    public Thing() {}\n\n    public String name() {\n        return "it";\n    }\n}\n',
      'Run.java':
        'package pkg;\n\nimport pkg.model.Thing;\n\npublic class Run {\n    public static String run() {\n        Thing item = new Thing();\n        return item.name();\n    }\n}\n',
    },
  },
  {
    title: 'a method with what overrides it',
    tool: 'rename_symbol',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    interface Named {\n        String name();\n    }\n\n    static class Other implements Named {\n        public String $0name() {\n            return "other";\n        }\n    }\n\n    public static String run() {\n        Named one = new Other();\n        return one.name();\n    }\n}\n',
    },
    given: { new_name: 'title' },
    after: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    interface Named {\n        String title();\n    }\n\n    static class Other implements Named {\n        public String title() {\n            return "other";\n        }\n    }\n\n    public static String run() {\n        Named one = new Other();\n        return one.title();\n    }\n}\n',
    },
  },
  {
    title: 'a file to another package',
    tool: 'rename_file',
    before: {
      'Item.java': 'package pkg;\n\npublic class Item {\n    public String name() {\n        return "it";\n    }\n}\n',
      'model/Other.java': 'package pkg.model;\n\npublic class Other {}\n',
      'Run.java': 'package pkg;\n\npublic class Run {\n    public static String run() {\n        return new Item().name();\n    }\n}\n',
    },
    given: { file: 'Item.java', new_file: 'model/Item.java' },
    after: {
      'Item.java': undefined,
      'model/Item.java': 'package pkg.model;\n\npublic class Item {\n    public String name() {\n        return "it";\n    }\n}\n',
      'Run.java':
        'package pkg;\n\nimport pkg.model.Item;\n\npublic class Run {\n    public static String run() {\n        return new Item().name();\n    }\n}\n',
    },
  },
  {
    title: 'a method that nobody calls',
    tool: 'safe_delete',
    before: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        return "run";\n    }\n\n    // Once used.\n    private static int $0unneeded() {\n        return 4;\n    }\n\n    int last() {\n        return 1;\n    }\n}\n',
    },
    after: {
      'Run.java':
        'package pkg;\n\npublic class Run {\n    public static String run() {\n        return "run";\n    }\n\n    int last() {\n        return 1;\n    }\n}\n',
    },
  },
]);

const refused = inPackages('refused', [
  {
    title: 'a keyword as a name',
    tool: 'extract_variable',
    before: { 'A.java': 'package pkg;\n\nclass A {\n    int one() {\n        return [[1 + 2]];\n    }\n}\n' },
    given: { name: 'class' },
    error: 'refactoring_refused',
    says: 'class is no name in Java',
  },
  {
    title: 'half a statement',
    tool: 'extract_function',
    before: { 'A.java': 'package pkg;\n\nclass A {\n    int one(int a) {\n        int b [[= a;\n        return]] b;\n    }\n}\n' },
    given: { name: 'half' },
    error: 'refactoring_refused',
    says: 'whole statements',
  },
  {
    title: 'a parameter without a type',
    tool: 'change_signature',
    before: { 'A.java': 'package pkg;\n\nclass A {\n    int $0one() {\n        return 1;\n    }\n}\n' },
    given: { parameters: [{ name: 'more', value: '1' }] },
    error: 'refactoring_refused',
    says: 'more is new and needs a type',
  },
  {
    title: 'a variable that is assigned twice',
    tool: 'inline_symbol',
    before: { 'A.java': 'package pkg;\n\nclass A {\n    int one() {\n        int $0b = 1;\n        b = 2;\n        return b;\n    }\n}\n' },
    error: 'refactoring_refused',
    says: 'does not offer it for b',
  },
  {
    title: 'a class of its own file into another',
    tool: 'move_symbol',
    before: { 'A.java': 'package pkg;\n\nclass $0A {\n}\n', 'B.java': 'package pkg;\n\nclass B {\n}\n' },
    given: { to_file: 'B.java' },
    error: 'refactoring_refused',
    says: 'rename_file moves the file',
  },
  {
    title: 'a name that a record gives to its method',
    tool: 'rename_symbol',
    before: { 'A.java': 'package pkg;\n\ninterface A {\n    String $0name();\n}\n\nrecord Own(String name) implements A {}\n' },
    given: { new_name: 'title' },
    error: 'new_errors',
    says: 'new error',
  },
  {
    title: 'a folder, where nobody says what follows',
    tool: 'rename_file',
    before: { 'model/A.java': 'package pkg.model;\n\npublic class A {}\n' },
    given: { file: 'model', new_file: 'things' },
    error: 'cannot_rename',
    says: 'Move them one by one',
  },
  {
    title: 'a package that is not there',
    tool: 'rename_file',
    before: { 'A.java': 'package pkg;\n\npublic class A {}\n' },
    given: { file: 'A.java', new_file: 'other/A.java' },
    error: 'cannot_rename',
    says: 'moves into a package that is there',
  },
  {
    title: 'a method that is called',
    tool: 'safe_delete',
    before: { 'A.java': 'package pkg;\n\nclass A {\n    int $0one() {\n        return 1;\n    }\n\n    int two() {\n        return one();\n    }\n}\n' },
    error: 'still_used',
    says: 'one',
  },
]);

describe.skipIf(program === undefined)('with jdt.ls', () => {
  let real: RealAgent;
  beforeAll(async () => {
    if (program !== undefined) onPath(program);
    real = await realAgentOn(filesOf(rows, refused));
    // A call has a bound, and the server takes its time to load.
    const { ide } = real.agent;
    await ide.languages.outline(await ide.documents.locate('rows/row0/Run.java'), new AbortController().signal);
  }, minutes(4));
  afterAll(() => real?.close());

  testRows(rows, () => real);
  testRefusals(refused, () => real);
  testJavaRuns(rows);
});
