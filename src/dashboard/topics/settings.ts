// What a person can set, as it is, with what would fit.
import type { WindowSettings } from '../daemonAffairs.ts';
import type { SettingRow } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed } from './followed.ts';

export function settingsTopic(settings: WindowSettings): TopicSource<'settings'> {
  const changes = new Followed<TopicChange<'settings'>>((tell) => settings.onChange(() => tell({ kind: 'all' })));
  return {
    topic: 'settings',
    rows: async (): Promise<readonly SettingRow[]> => settings.rows(),
    onChange: (listener) => changes.listen(listener),
  };
}
