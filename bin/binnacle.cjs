#!/usr/bin/env node
// The executable. The stdio door is loaded alone: an agent waits for it at every start.
'use strict';
const { join } = require('node:path');

const [command, ...parameters] = process.argv.slice(2);
const program = join(__dirname, '..', 'dist', 'main.js');

const asksForHelp = parameters.includes('--help') || parameters.includes('-h');

if (command === 'mcp' && !asksForHelp) require('../dist/door.cjs').runDoor(parameters, program);
else if (command === 'bridge' && !asksForHelp) require('../dist/door.cjs').runBridgeDoor(parameters, program);
else if (command === 'dap' && parameters[0] === 'node' && !asksForHelp) {
  process.argv.splice(2, 2);
  require('../dist/nodeAdapter.cjs');
} else void import(require('node:url').pathToFileURL(program).href);
