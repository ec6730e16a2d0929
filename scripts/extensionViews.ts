// Where the VS Code extension shows itself, for its manifest: menus, the views of the page, and the first steps.
import { COMMANDS, type FaceCommand, type FaceCommandId } from '../src/hosts/vscode/face/commands.ts';

export function menus(): Record<string, unknown> {
  const commands: readonly FaceCommand[] = COMMANDS;
  return {
    commandPalette: commands.flatMap(({ id, when }) => (when === undefined ? [] : [{ command: id, when }])),
    'editor/title': commands.flatMap(({ id, inTitle }) =>
      inTitle === undefined ? [] : [{ command: id, when: inTitle.when, group: `navigation@${inTitle.order}` }],
    ),
    'editor/lineNumber/context': [{ command: command('binnacle.toggleHunk'), when: 'resourceScheme == binnacle-review', group: 'binnacle' }],
    'view/title': [
      { command: command('binnacle.reviews'), when: 'view == binnacle.window && binnacle.reviewsWait', group: 'navigation@1' },
      { command: command('binnacle.openInTab'), when: 'view == binnacle.window || view == binnacle.panelWindow', group: 'navigation@2' },
    ],
  };
}

export const views = {
  viewsContainers: {
    activitybar: [{ id: 'binnacle', title: 'Binnacle', icon: 'media/binnacle.svg' }],
    panel: [{ id: 'binnaclePanel', title: 'Binnacle', icon: 'media/binnacle.svg' }],
  },
  views: {
    binnacle: [{ id: 'binnacle.window', name: 'Agents', type: 'webview', icon: 'media/binnacle.svg', contextualTitle: 'Binnacle' }],
    binnaclePanel: [{ id: 'binnacle.panelWindow', name: 'Agents', type: 'webview', icon: 'media/binnacle.svg', contextualTitle: 'Binnacle' }],
  },
};

export const walkthrough = {
  id: 'first',
  title: 'Let Agents Work in This Window',
  description: 'Binnacle gives coding agents what you have in VS Code, and shows you what they do with it.',
  icon: 'media/icon.png',
  steps: [
    {
      id: 'connect',
      title: 'Connect an agent',
      description: `Claude Code, Codex, Gemini, Cursor and others learn of Binnacle by one entry in their configuration. You see it before it is written.\n${button('Connect an Agent', 'binnacle.connectAgent')}`,
      media: { image: 'media/walkthrough/connect.png', altText: 'The list of agents on this machine, each with a button to install' },
      completionEvents: ['onCommand:binnacle.connectAgent'],
    },
    {
      id: 'window',
      title: 'See what they do',
      description: `Each agent has a lane: what it does at this moment, and what it changed. You undo any of it with one key.\n${button('Open the Window', 'binnacle.openWindow')}`,
      media: { image: 'media/walkthrough/hunks.png', altText: 'The side bar with a number at the compass, and beside it what an agent changed' },
      completionEvents: ['onCommand:binnacle.openWindow', 'onView:binnacle.window'],
    },
    {
      id: 'review',
      title: 'Decide what waits for you',
      description: `What your policy asks about waits as a diff. Accept or reject it in the title bar, hunk by hunk if you like; closing it decides nothing.\n${button('Show Waiting Reviews', 'binnacle.reviews')}`,
      media: { image: 'media/walkthrough/review.png', altText: 'A diff of a change that an agent proposes, with Accept and Reject in its title bar' },
      completionEvents: ['onCommand:binnacle.acceptReview', 'onCommand:binnacle.rejectReview', 'onCommand:binnacle.reviews'],
    },
    {
      id: 'server',
      title: 'Let other programs in',
      description: `Any MCP client on this machine reaches this window over HTTP, with a token, once you start its server.\n${button('Start Server', 'binnacle.startServer')}`,
      media: { svg: 'media/icon.svg', altText: 'The compass of Binnacle' },
      completionEvents: ['onContext:binnacle.httpIsOn'],
    },
  ],
};

function button(title: string, id: FaceCommandId): string {
  return `[${title}](command:${id})`;
}

function command(id: FaceCommandId): string {
  return id;
}
