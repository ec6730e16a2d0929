// Small files of the languages around programs: pages, styles, data and scripts, as text.

export const webProject: Readonly<Record<string, string>> = {
  'index.html': `<!doctype html>
<html>
  <head>
    <link rel="stylesheet" href="style.css">
    <style>
      .note { colour: red; }
    </style>
  </head>
  <body>
    <main id="top">
      <p class="button note">x</p>
    </main>
  </body>
</html>
`,
  'style.css': `:root {
  --brand: red;
}
.button {
  color: var(--brand);
  border: 1px solid var(--brand);
  widht: 3px;
}
@media print {
  .button { display: none; }
}
`,
  'theme.scss': '$gap: 4px;\n@mixin padded($by: $gap) {\n  padding: $by;\n}\n.list {\n  @include padded;\n  .item { margin: $gap; }\n}\n',
  'data.json': '{\n  "name": "shop",\n  "items": [{ "cents": 1 }, { "cents": 2, }]\n}\n',
  'compose.yaml': 'services:\n  web: &web\n    image: a\n    ports: [80]\n  api:\n    <<: *web\n    image: b\n    image: c\n',
  'run.sh': `#!/bin/bash
total=0
add() {
  local cents=$1
  total=$((total + cents))
}
add 1
source ./lib.sh
greet "$total"
`,
  'lib.sh': 'greet() {\n  echo "hello $1"\n}\n',
  'notes.txt': 'the total of the button\n',
};
