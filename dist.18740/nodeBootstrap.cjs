"use strict";
var __create = Object.create;
var __defProp = Object.defineProperty;
var __getOwnPropDesc = Object.getOwnPropertyDescriptor;
var __getOwnPropNames = Object.getOwnPropertyNames;
var __getProtoOf = Object.getPrototypeOf, __hasOwnProp = Object.prototype.hasOwnProperty;
var __copyProps = (to, from, except, desc) => {
  if (from && typeof from == "object" || typeof from == "function")
    for (let key of __getOwnPropNames(from))
      !__hasOwnProp.call(to, key) && key !== except && __defProp(to, key, { get: () => from[key], enumerable: !(desc = __getOwnPropDesc(from, key)) || desc.enumerable });
  return to;
};
var __toESM = (mod, isNodeMode, target) => (target = mod != null ? __create(__getProtoOf(mod)) : {}, __copyProps(
  // If the importer is in node compatibility mode or this is not an ESM
  // file that has been converted to a CommonJS file using a Babel-
  // compatible transform (i.e. "__esModule" has not been set), then set
  // "default" to the CommonJS "module.exports" for node compatibility.
  isNodeMode || !mod || !mod.__esModule ? __defProp(target, "default", { value: mod, enumerable: !0 }) : target,
  mod
));

// src/adapters/node/bootstrap/main.ts
var import_node_worker_threads2 = require("node:worker_threads");

// src/adapters/node/bootstrap/bridge.ts
var import_node_fs = require("node:fs"), import_node_inspector = require("node:inspector"), import_node_net = require("node:net"), import_node_path = require("node:path"), BRIDGE = "binnacleBridge", CONNECTING = 0, WAITING = 1, GOING = 2;
function isBridgeData(value) {
  return typeof value == "object" && value !== null && BRIDGE in value;
}
function runBridge({ address: address2, state, hello }) {
  let session = new import_node_inspector.Session(), socket = (0, import_node_net.connect)(address2), released = !1, send = (message) => socket.write(`${JSON.stringify(message)}
`), go = () => {
    Atomics.store(state, 0, GOING), Atomics.notify(state, 0);
  }, wake = () => Atomics.notify(state, 0);
  socket.on("connect", () => {
    session.connectToMainThread(), session.on("inspectorNotification", send), Atomics.store(state, 0, WAITING), wake(), send({ hello });
  });
  let rest = "";
  socket.setEncoding("utf8"), socket.on("data", (text) => {
    let lines = (rest + text).split(`
`);
    rest = lines.pop() ?? "";
    for (let line of lines) obey(JSON.parse(line));
  }), socket.on("error", () => {
  }), socket.on("close", () => {
    !released && Atomics.load(state, 0) !== CONNECTING && (forgetAddress(address2), endProcess()), go();
  });
  function obey(message) {
    message.go ? go() : message.release ? (released = !0, session.disconnect(), go(), socket.end()) : message.method !== void 0 && (session.post(
      message.method,
      message.params,
      (error, result) => send({ id: message.id, ...error ? { error: { message: error.message } } : { result } })
    ), wake());
  }
}
function forgetAddress(address2) {
  let folder = (0, import_node_path.dirname)(address2);
  process.platform !== "win32" && (0, import_node_path.basename)(folder).startsWith("binnacle-debug-") && (0, import_node_fs.rmSync)(folder, { recursive: !0, force: !0 });
}
function endProcess() {
  process.platform !== "win32" && leadsGroup() && process.kill(-process.pid, "SIGKILL"), process.kill(process.pid, "SIGKILL");
}
function leadsGroup() {
  try {
    return process.kill(-process.pid, 0);
  } catch {
    return !1;
  }
}

// src/adapters/node/bootstrap/holding.ts
var import_node_fs2 = require("node:fs"), import_node_module = __toESM(require("node:module"), 1), import_node_path2 = require("node:path"), import_node_url = require("node:url"), import_node_vm = require("node:vm"), DOOR = /* @__PURE__ */ Symbol.for("binnacle.debugger"), MAP_COMMENT = /\/[/*][#@]\s*sourceMappingURL=([^\s'"*]+)/g, hold = (0, import_node_vm.runInThisContext)("(function (file, map, content) { debugger; })", { filename: "binnacle:hold" }), expected = [], functions = [], wrapped = !1;
function holdModules(program) {
  Object.defineProperty(globalThis, DOOR, {
    enumerable: !1,
    configurable: !0,
    value: {
      program,
      expect(names, functionNames) {
        expected = names, functions = functionNames, (names.length > 0 || functionNames.length > 0) && wrapCompile();
      }
    }
  });
}
function wrapCompile() {
  if (wrapped) return;
  wrapped = !0;
  let compile = Reflect.get(import_node_module.default.prototype, "_compile");
  typeof compile == "function" && Reflect.set(import_node_module.default.prototype, "_compile", function(...parameters) {
    let [content, file] = parameters;
    return (expected.length > 0 || functions.length > 0) && typeof content == "string" && typeof file == "string" && holdIfExpected(content, file), Reflect.apply(compile, this, parameters);
  });
}
function holdIfExpected(content, file) {
  let url = [...content.matchAll(MAP_COMMENT)].at(-1)?.[1], map = url === void 0 ? void 0 : mapText(url, file), isExpected = expected.some((name) => map?.includes(name)) || functions.some((name) => content.includes(name));
  typeof hold == "function" && isExpected && Reflect.apply(hold, void 0, [file, url, content]);
}
function mapText(url, file) {
  try {
    let inline = /^data:[^,]*?(;base64)?,(.*)$/s.exec(url);
    return inline !== null ? inline[1] ? Buffer.from(inline[2] ?? "", "base64").toString() : decodeURIComponent(inline[2] ?? "") : (0, import_node_fs2.readFileSync)(url.startsWith("file:") ? (0, import_node_url.fileURLToPath)(url) : (0, import_node_path2.resolve)((0, import_node_path2.dirname)(file), decodeURIComponent(url)), "utf8");
  } catch {
    return;
  }
}

// src/adapters/node/bootstrap/joining.ts
var import_node_worker_threads = require("node:worker_threads");
var CONNECT_BOUND = 1e4;
function joinAdapter(address2, program) {
  let state = new Int32Array(new SharedArrayBuffer(4)), workerData2 = {
    [BRIDGE]: !0,
    address: address2,
    state,
    hello: { pid: process.pid, parent: process.ppid, argv: process.argv, execArgv: process.execArgv, cwd: process.cwd(), version: process.version }
  }, bridge = new import_node_worker_threads.Worker(program, { workerData: workerData2, execArgv: [], env: {} });
  bridge.unref(), bridge.on("error", () => {
  });
  let end = Date.now() + CONNECT_BOUND;
  for (; Atomics.load(state, 0) === CONNECTING && Date.now() < end; ) Atomics.wait(state, 0, CONNECTING, 1);
  for (; Atomics.load(state, 0) === WAITING; ) Atomics.wait(state, 0, WAITING, 1);
}

// src/adapters/node/bootstrap/main.ts
var PACKAGE_MANAGER = /[\\/](?:npm|npx|pnpm|pnpx|yarn|yarnpkg|corepack)(?:-cli)?(?:\.[cm]?js)?$/, RUNS_CHILDREN = /^--(?:test|watch)$/, address = process.env.BINNACLE_DEBUGGER;
!import_node_worker_threads2.isMainThread && isBridgeData(import_node_worker_threads2.workerData) ? runBridge(import_node_worker_threads2.workerData) : address !== void 0 && !PACKAGE_MANAGER.test(process.argv[1] ?? "") && !process.execArgv.some((option) => RUNS_CHILDREN.test(option)) && (holdModules(__filename), import_node_worker_threads2.isMainThread && joinAdapter(address, __filename));
