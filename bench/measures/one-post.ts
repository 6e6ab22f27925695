/** One post, read by its id: another one each time, from all over the list. */
import { latency, latencyOf, type Measure, timesOf } from '../measure.ts';
import { somePosts } from '../sample.ts';
import { ask } from '../site.ts';

const count = 100;

export const onePost: Measure = {
  name: 'one post',
  rows: latency,
  async take(site) {
    const posts = await somePosts(site);
    return latencyOf(
      await timesOf(count, (index) => ask(site, 'visitor', `/posts/${posts[index % posts.length]?.id}`)),
    );
  },
};
