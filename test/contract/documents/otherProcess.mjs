// Another process that changes files when asked to over IPC: what an agent's own tools do while we watch.
import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const deeds = {
  write(at, file, text) {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(file), text);
  },
  append: (at, file, text) => appendFileSync(at(file), text),
  // Editors and agents: a temporary file, renamed over the old one.
  save(at, file, text) {
    mkdirSync(dirname(at(file)), { recursive: true });
    writeFileSync(at(`${file}.tmp`), text);
    renameSync(at(`${file}.tmp`), at(file));
  },
  // The same size and, if asked, the same time as before: nothing but the event shows it.
  rewriteUnnoticed(at, file, text) {
    const { atime, mtime } = statSync(at(file));
    writeFileSync(at(file), text);
    utimesSync(at(file), atime, mtime);
  },
  folder: (at, path) => mkdirSync(at(path), { recursive: true }),
  remove: (at, path) => rmSync(at(path), { recursive: true, force: true }),
  move(at, from, to) {
    mkdirSync(dirname(at(to)), { recursive: true });
    renameSync(at(from), at(to));
  },
  copy: (at, from, to) => cpSync(at(from), at(to), { recursive: true }),
  link: (at, target, path) => symlinkSync(target, at(path)),
  mode: (at, file, mode) => chmodSync(at(file), mode),
  git: (at, ...args) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args], { cwd: at('.'), stdio: 'pipe' }),
  many(at, folder, count) {
    mkdirSync(at(folder), { recursive: true });
    for (let index = 0; index < count; index++) writeFileSync(at(`${folder}/f${index}.ts`), String(index));
  },
};

process.on('message', ({ root, work }) => {
  const failures = [];
  for (const [name, ...args] of work) {
    try {
      deeds[name]((path) => join(root, path), ...args);
    } catch (error) {
      // Random sequences ask for the impossible, such as a move into itself; what happened on disk is what counts.
      failures.push(`${name} ${args.join(' ')}: ${error.message}`);
    }
  }
  process.send({ failures, there: existsSync(root) });
});
