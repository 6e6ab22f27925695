import { expect, test } from 'vitest';
import { BackgroundTasks } from './background-tasks.ts';

test('a task begins after what its caller still does without waiting, and is waited for at the end', async () => {
  const events: string[] = [];
  const tasks = new BackgroundTasks(() => events.push('failed'));
  tasks.start(async () => void events.push('begun'));
  tasks.start(() => Promise.reject(new Error('broken')));
  await Promise.resolve();
  events.push('response sent');
  await tasks.waitUntilIdle();
  expect(events).toEqual(['response sent', 'begun', 'failed']);
});
