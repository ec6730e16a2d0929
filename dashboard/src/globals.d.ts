// What the build writes into the page.
declare const BINNACLE_VERSION: string;
declare const BINNACLE_BUILD: string;

// What VS Code gives to the page of a webview, once; nowhere else is there anything of this name.
declare const acquireVsCodeApi: undefined | (() => { postMessage(message: unknown): void; getState(): unknown; setState(state: unknown): void });
