// What a window asks of the daemon itself, which alone knows its files, its neighbours and its end.
import type { LogEvents } from '../base/log.ts';
import type { WrittenLine } from '../base/writtenLines.ts';
import type { RegistrationAffairs } from './methods/agents.ts';
import type { SettingRow } from './protocol/rows.ts';
import type { DaemonReport } from './protocol/shownDaemon.ts';
import type { PolicyEdit, ShownPolicy, WrittenPolicy } from './protocol/shownPolicy.ts';

export interface DaemonAffairs {
  readonly settings: WindowSettings;
  readonly policy: {
    // Throws invalid_policy.
    read(): ShownPolicy;
    // isPreview: nothing is written. basis: of the file as the person saw it. Throws invalid_policy or changed_meanwhile, with the file as it was.
    write(edits: readonly PolicyEdit[], options: { readonly isPreview: boolean; readonly basis?: string | undefined }): WrittenPolicy;
  };
  // As binnacle trust does. Returns the folder, through links. Throws not_a_folder or project_too_broad.
  trust(folder: string): Promise<string>;
  distrust(folder: string): Promise<string>;
  readonly registration: RegistrationAffairs;
  status(): Promise<DaemonReport>;
  // Returns at once; it ends a moment later, when the answer is on its way.
  stop(why: string): void;
  readonly log: {
    // Of all daemons of this user, oldest first.
    lines(): Promise<readonly WrittenLine[]>;
    readonly events: LogEvents;
  };
}

export interface WindowSettings {
  // Throws invalid_settings.
  rows(): readonly SettingRow[];
  // Checked as binnacle settings set does; undefined is as usual again. Throws unknown_setting or invalid_setting, with nothing written.
  change(name: string, value: unknown): Promise<void>;
  // Whoever changes them. Looks only while somebody listens.
  onChange(listener: () => void): Disposable;
}
