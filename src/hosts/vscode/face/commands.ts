// What a person may do with Binnacle in VS Code: each a command, and those of every day in the menu of the status bar.

export interface FaceCommand {
  readonly id: string;
  // Of the command palette, after "Binnacle: ".
  readonly title: string;
  readonly icon: string;
  // Absent: in the palette only.
  readonly inMenu?: true;
  // When it can do something, in the words of VS Code's conditions.
  readonly when?: string;
  // Among the buttons of an editor's title, in this order, and when: some editors are known only there.
  readonly inTitle?: { readonly order: number; readonly when: string };
}

// One file in a diff editor, or a call in words; several in an editor for all of them.
const REVIEW_TITLE = 'resourceScheme == binnacle-review || activeEditor == multiDiffEditor && binnacle.reviewIsActive';
const HUNKS_TITLE = 'resourceScheme == binnacle-review && binnacle.reviewHasHunks || activeEditor == multiDiffEditor && binnacle.reviewHasHunks';
const REVIEW_ACTIVE = 'binnacle.reviewIsActive';

// In the order of the menu.
export const COMMANDS = [
  { id: 'binnacle.reviews', title: 'Show Waiting Reviews', icon: 'git-pull-request', inMenu: true, when: 'binnacle.reviewsWait' },
  { id: 'binnacle.copyUrl', title: 'Copy Server URL', icon: 'copy', inMenu: true, when: 'binnacle.httpIsOn' },
  { id: 'binnacle.copyConnection', title: 'Copy Server Entry for an MCP Client', icon: 'json', inMenu: true, when: 'binnacle.httpIsOn' },
  { id: 'binnacle.stopServer', title: 'Stop Server', icon: 'debug-stop', inMenu: true, when: 'binnacle.httpIsOn' },
  { id: 'binnacle.startServer', title: 'Start Server', icon: 'play', inMenu: true, when: '!binnacle.httpIsOn' },
  { id: 'binnacle.viewLogs', title: 'View Logs', icon: 'output', inMenu: true },
  { id: 'binnacle.openWindow', title: 'Open Window', icon: 'window', inMenu: true },
  { id: 'binnacle.openInTab', title: 'Open Window as a Tab', icon: 'multiple-windows' },
  { id: 'binnacle.connectAgent', title: 'Connect an Agent', icon: 'plug', inMenu: true },
  { id: 'binnacle.openSettings', title: 'Open Settings', icon: 'settings-gear', inMenu: true },
  { id: 'binnacle.menu', title: 'Show Menu', icon: 'server' },
  { id: 'binnacle.acceptReview', title: 'Accept', icon: 'check', when: REVIEW_ACTIVE, inTitle: { order: 1, when: REVIEW_TITLE } },
  { id: 'binnacle.rejectReview', title: 'Reject', icon: 'close', when: REVIEW_ACTIVE, inTitle: { order: 2, when: REVIEW_TITLE } },
  { id: 'binnacle.toggleHunk', title: 'Leave This Hunk Out or Take It', icon: 'checklist', when: REVIEW_ACTIVE, inTitle: { order: 3, when: HUNKS_TITLE } },
  { id: 'binnacle.sendBackReview', title: 'Send Back with a Note', icon: 'reply', when: REVIEW_ACTIVE, inTitle: { order: 4, when: REVIEW_TITLE } },
  { id: 'binnacle.openReviewInWindow', title: 'Edit or Comment in the Window', icon: 'window', when: REVIEW_ACTIVE, inTitle: { order: 5, when: REVIEW_TITLE } },
] as const satisfies readonly FaceCommand[];

export type FaceCommandId = (typeof COMMANDS)[number]['id'];
