/** One post by id: a different one each time, from the whole list. */
import { latencyRows, latencyValues, type Measure, measureTimes } from '../measure.ts';
import { samplePosts } from '../sample.ts';
import { request } from '../site.ts';

const sampleCount = 100;

export const onePost: Measure = {
  name: 'one post',
  isForAnyServer: true,
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
