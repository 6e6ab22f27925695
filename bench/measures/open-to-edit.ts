/** The requests of the edit screen: the post, then its lock and the data of its form. */
import type { Post } from '@waypost/contract/posts/posts';
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { samplePosts } from '../sample.ts';
import { request, requestJson, type Site } from '../site.ts';

const sampleCount = 60;

async function openPost(site: Site, id: number): Promise<void> {
  const { form } = await requestJson<Post>(site, 'admin', `/posts/${id}`);
  const inOrder = 'order=asc&orderby=priority&limit=200';
  await Promise.all([
    request(site, 'admin', `/posts/${id}/lock`, 'PUT'),
    request(site, 'admin', '/tags'),
    ...(form
      ? [
          request(site, 'admin', `/forms/${form.id}`),
          request(site, 'admin', `/forms/${form.id}/stages?${inOrder}`),
          request(site, 'admin', `/forms/${form.id}/attributes?${inOrder}`),
        ]
      : []),
  ]);
}

export const openToEdit: Measure = {
  name: 'open a post for editing',
  rows: latencyRows,
  async runOnce(site) {
    const posts = await samplePosts(site);
    const times = await measureTimes(sampleCount, (index) =>
      openPost(site, posts[index % posts.length]?.id ?? 0),
    );
    await request(site, 'admin', '/posts/lock', 'DELETE');
    return latencyValues(times);
  },
};
