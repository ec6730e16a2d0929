// The views: one row each, in the order of the rail. A view is loaded when it is opened.
import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icons.tsx';

export interface ViewEntry {
  // In the address, and its folder.
  readonly name: string;
  readonly title: string;
  // After g.
  readonly key: string;
  readonly icon: IconName;
  // In the rail only once there is one.
  readonly needs?: 'sessions' | 'runs' | 'terminals';
  load(): Promise<ComponentType>;
}

// One after another as in the rail; each has a comment of its own, so that two people may add theirs at once.
export const views: readonly ViewEntry[] = [
  // Who works on what, what waits for me.
  { name: 'now', title: 'Now', key: 'n', icon: 'now', load: async () => (await import('../views/now/now.tsx')).Now },
  // Decide what waits.
  { name: 'reviews', title: 'Reviews', key: 'r', icon: 'reviews', load: async () => (await import('../views/reviews/reviews.tsx')).Reviews },

  // Everything written, by whom, with evidence.
  { name: 'changes', title: 'Changes', key: 'c', icon: 'changes', load: async () => (await import('../views/changes/changes.tsx')).Changes },

  // What is open in the editor that agents see too.
  { name: 'files', title: 'Files', key: 'f', icon: 'files', load: async () => (await import('../views/files/files.tsx')).Files },

  // Every call.
  { name: 'history', title: 'History', key: 'h', icon: 'history', load: async () => (await import('../views/history/history.tsx')).History },
  // Debug sessions.
  { name: 'debug', title: 'Debug', key: 'd', icon: 'debug', needs: 'sessions', load: async () => (await import('../views/debug/debug.tsx')).Debug },

  // Runs and tests.
  { name: 'runs', title: 'Runs', key: 't', icon: 'runs', needs: 'runs', load: async () => (await import('../views/runs/runs.tsx')).Runs },

  // Terminals.
  {
    name: 'terminals',
    title: 'Terminals',
    key: 'x',
    icon: 'terminals',
    needs: 'terminals',
    load: async () => (await import('../views/terminals/terminals.tsx')).Terminals,
  },

  // Agents that one starts here.
  { name: 'agents', title: 'Agents', key: 'i', icon: 'agents', load: async () => (await import('../views/agents/agents.tsx')).Agents },

  // Folders, trust, engines.
  { name: 'projects', title: 'Projects', key: 'p', icon: 'projects', load: async () => (await import('../views/projects/projects.tsx')).Projects },

  // Tell agents about Binnacle.
  { name: 'connect', title: 'Connect', key: 'a', icon: 'connect', load: async () => (await import('../views/connect/connect.tsx')).Connect },

  // Settings, policy, grants.
  { name: 'settings', title: 'Settings', key: 's', icon: 'settings', load: async () => (await import('../views/settings/settings.tsx')).Settings },

  // The daemon's log.
  { name: 'log', title: 'Log', key: 'l', icon: 'log', load: async () => (await import('../views/log/log.tsx')).Log },
];
