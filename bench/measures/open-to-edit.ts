/** Opening a post for editing, as the edit screen asks: the post, then its lock and all that its form is drawn from. */
import type { Post } from '@waypost/contract/posts';
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { somePosts } from '../sample.ts';
import { ask, askJson, type Site } from '../site.ts';

const count = 60;

async function open(site: Site, id: number): Promise<void> {
  const { form } = await askJson<Post>(site, 'admin', `/posts/${id}`);
  const inOrder = 'order=asc&orderby=priority&limit=200';
  await Promise.all([
    ask(site, 'admin', `/posts/${id}/lock`, 'PUT'),
    ask(site, 'admin', '/tags'),
    ...(form
      ? [
          ask(site, 'admin', `/forms/${form.id}`),
          ask(site, 'admin', `/forms/${form.id}/stages?${inOrder}`),
          ask(site, 'admin', `/forms/${form.id}/attributes?${inOrder}`),
        ]
      : []),
  ]);
}

export const openToEdit: Measure = {
  name: 'open a post for editing',
  rows: latency,
  async take(site) {
    const posts = await somePosts(site);
    const times = await timesOf(count, (index) => open(site, posts[index % posts.length]?.id ?? 0));
    await ask(site, 'admin', '/posts/lock', 'DELETE');
    return latencyOf(times);
  },
};
