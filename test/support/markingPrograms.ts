// Programs whose every statement leaves a mark in a file, for each debugger: what they have done is known also after they were stopped.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { Skippable, ToolName } from './testTools.ts';
import { needs } from './testTools.ts';

export interface MarkingProgram {
  readonly files: Readonly<Record<string, string>>;
  // Relative to the project, as agents name it.
  readonly program: string;
  readonly source: string;
  // Of the line that marks "two".
  readonly line: number;
  // What finds the debugger, for the process that is to start it.
  environment(context: Skippable): Promise<Readonly<Record<string, string>>>;
  build?(project: string): void;
}

// Its marks, in the file "marks" of the folder in which it runs. With "child" it starts another program, which leaves its process group.
const PYTHON = `import atexit, os, signal, subprocess, sys, threading, time

MARKS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "marks")


def mark(text):
    with open(MARKS, "a") as file:
        file.write(text + "\\n")


def on_signal(*_):
    mark("signal")
    sys.exit(1)


for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(number, on_signal)
atexit.register(lambda: mark("atexit"))
if "child" in sys.argv:
    script = "trap 'echo child was asked >> $0; exit' TERM HUP INT; while :; do echo child >> $0; sleep 0.01; done"
    child = subprocess.Popen(["/bin/sh", "-c", script, MARKS], start_new_session=True)
    threading.Thread(target=lambda: (child.wait(), mark("saw its child end")), daemon=True).start()
    time.sleep(0.3)
try:
    mark("one")
    mark("two")
    mark("three")
    while True:
        mark("loop")
        time.sleep(0.005)
finally:
    mark("finally")
`;

const GO = `package main

import (
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"time"
)

func mark(text string) {
	file, _ := os.OpenFile("marks", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	defer file.Close()
	fmt.Fprintln(file, text)
}

func main() {
	defer mark("deferred")
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT)
	go func() {
		<-asked
		mark("signal")
		os.Exit(1)
	}()
	if len(os.Args) > 1 {
		child := exec.Command("/bin/sh", "-c", "trap 'echo child was asked >> marks; exit' TERM HUP INT; while :; do echo child >> marks; sleep 0.01; done")
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		child.Start()
		go func() {
			child.Wait()
			mark("saw its child end")
		}()
		time.Sleep(300 * time.Millisecond)
	}
	mark("one")
	mark("two")
	mark("three")
	for {
		mark("loop")
		time.Sleep(5 * time.Millisecond)
	}
}
`;

const CPP = `#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

void mark(const char* text) {
  FILE* file = fopen(MARKS, "a");
  fprintf(file, "%s\\n", text);
  fclose(file);
}

struct Guard {
  ~Guard() { mark("destructor"); }
} guard;

void onSignal(int) {
  mark("signal");
  _exit(1);
}

int main(int count, char**) {
  for (int number : {SIGTERM, SIGHUP, SIGINT}) signal(number, onSignal);
  atexit([] { mark("atexit"); });
  if (count > 1) {
    pid_t child = fork();
    if (child == 0) {
      setsid();
      for (;;) {
        mark("child");
        usleep(10000);
      }
    }
    std::thread([child] {
      waitpid(child, nullptr, 0);
      mark("saw its child end");
    }).detach();
    usleep(300000);
  }
  mark("one");
  mark("two");
  mark("three");
  for (;;) {
    mark("loop");
    usleep(5000);
  }
}
`;

function cpp(tool: ToolName): MarkingProgram {
  return {
    files: { 'main.cpp': CPP },
    program: 'marking',
    source: 'main.cpp',
    line: CPP.split('\n').findIndex((text) => text.includes('mark("two")')) + 1,
    environment: (context) => onPath(context, tool),
    build: (project) =>
      void execFileSync('g++', ['-g', '-O0', '-pthread', `-DMARKS="${join(project, 'marks')}"`, '-o', join(project, 'marking'), join(project, 'main.cpp')]),
  };
}

export const markingPrograms: Readonly<Record<string, MarkingProgram>> = {
  debugpy: {
    files: { 'main.py': PYTHON },
    program: 'main.py',
    source: 'main.py',
    line: PYTHON.split('\n').findIndex((text) => text.includes('mark("two")')) + 1,
    environment: async (context) => ({ PYTHONPATH: (await needs(context, 'debugpy')).folder }),
  },
  dlv: {
    files: { 'go.mod': 'module marking\n\ngo 1.21\n', 'main.go': GO },
    program: 'main.go',
    source: 'main.go',
    line: GO.split('\n').findIndex((text) => text.includes('mark("two")')) + 1,
    // With what it has built before: the standard library takes a minute.
    environment: async (context) => ({ ...(await onPath(context, 'dlv')), GOCACHE: execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim() }),
  },
  'lldb-dap': cpp('lldb-dap'),
  codelldb: cpp('codelldb'),
};

async function onPath(context: Skippable, tool: ToolName): Promise<Readonly<Record<string, string>>> {
  const { command } = await needs(context, tool);
  return { PATH: `${dirname(command[0] ?? '')}:${process.env['PATH'] ?? ''}` };
}
