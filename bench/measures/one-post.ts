/** One post, read by its id: another one each time, from all over the list. */
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { samplePosts } from '../sample.ts';
import { request } from '../site.ts';

const sampleCount = 100;

export const onePost: Measure = {
  name: 'one post',
  rows: latencyRows,
  async runOnce(site) {
    const posts = await samplePosts(site);
    return latencyValues(
      await measureTimes(sampleCount, (index) =>
        request(site, 'visitor', `/posts/${posts[index % posts.length]?.id}`),
      ),
    );
  },
};
