/** The context of one post: possible duplicates and other posts nearby. A different post each time, from the whole list. */
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { samplePosts } from '../sample.ts';
import { request } from '../site.ts';

const sampleCount = 100;

export const context: Measure = {
  name: 'context',
  rows: latencyRows,
  async runOnce(site) {
    const posts = await samplePosts(site);
    return latencyValues(
      await measureTimes(sampleCount, (index) =>
        request(site, 'admin', `/posts/${posts[index % posts.length]?.id}/context`),
      ),
    );
  },
};
