// The rows of a topic, which is subscribed to while a component that uses it is shown.
import { useEffect } from 'preact/hooks';
import type { RowTopic } from '../../../src/dashboard/protocol/rows.ts';
import { subscribe } from './connection.ts';
import { type TopicRows, topic } from './store.ts';

export function useTopic<Name extends RowTopic>(name: Name): TopicRows<Name> {
  useEffect(() => {
    const subscription = subscribe(name);
    return () => subscription[Symbol.dispose]();
  }, [name]);
  return topic(name);
}
