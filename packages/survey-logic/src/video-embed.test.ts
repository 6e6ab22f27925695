import { expect, test } from 'vitest';
import { parseAnswer } from './parse-answer.ts';
import { toVideoEmbedUrl } from './video-embed.ts';

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';
const vimeo = 'https://player.vimeo.com/video/76979871';

const played: [link: string, player: string][] = [
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['youtu.be/dQw4w9WgXcQ', youtube],
  ['http://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ', youtube],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&si=abc', youtube],
  ['https://WWW.YouTube.com/shorts/dQw4w9WgXcQ?feature=share', youtube],
  ['https://youtube.com/live/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/v/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ/', youtube],
  ['https://www.youtube.com/?v=dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs', youtube],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90', `${youtube}?start=90`],
  ['https://youtu.be/dQw4w9WgXcQ?t=90s', `${youtube}?start=90`],
  ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${youtube}?start=90`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', `${youtube}?start=3723`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=2m', `${youtube}?start=120`],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90', `${youtube}?start=90`],
  ['https://www.youtube.com/watch?time_continue=5&v=dQw4w9WgXcQ', `${youtube}?start=5`],
  ['https://youtu.be/dQw4w9WgXcQ?t=0', youtube],
  ['https://youtu.be/dQw4w9WgXcQ?t=soon', youtube],

  ['https://vimeo.com/76979871', `${vimeo}?dnt=1`],
  [' www.vimeo.com/76979871/ ', `${vimeo}?dnt=1`],
  ['https://vimeo.com/304887422/34c51f7a09', 'https://player.vimeo.com/video/304887422?h=34c51f7a09&dnt=1'],
  ['https://vimeo.com/76979871/34c51f7a09?share=copy#t=90', `${vimeo}?h=34c51f7a09&dnt=1#t=90s`],
  ['https://vimeo.com/76979871?h=34c51f7a09', `${vimeo}?h=34c51f7a09&dnt=1`],
  ['https://player.vimeo.com/video/76979871?h=34c51f7a09&title=0', `${vimeo}?h=34c51f7a09&dnt=1`],
  ['https://player.vimeo.com/video/76979871#t=1m30s', `${vimeo}?dnt=1#t=90s`],
  ['https://vimeo.com/76979871#t=90s', `${vimeo}?dnt=1#t=90s`],
  ['https://vimeo.com/76979871?t=90', `${vimeo}?dnt=1#t=90s`],
  ['https://vimeo.com/channels/staffpicks/76979871', `${vimeo}?dnt=1`],
  ['https://vimeo.com/groups/shortfilms/videos/76979871', `${vimeo}?dnt=1`],
  ['https://vimeo.com/showcase/4567890/video/76979871', `${vimeo}?dnt=1`],
  ['https://vimeo.com/album/4567890/video/76979871', `${vimeo}?dnt=1`],
  ['https://vimeo.com/manage/videos/76979871', `${vimeo}?dnt=1`],
  ['https://vimeo.com/manage/videos/76979871/34c51f7a09', `${vimeo}?h=34c51f7a09&dnt=1`],
];

test.each(played)('%s is played, and its player is its own player', (link, player) => {
  expect(toVideoEmbedUrl(link)).toBe(player);
  expect(toVideoEmbedUrl(player)).toBe(player);
  expect(parseAnswer({ type: 'varchar', input: 'video' }, link)).toEqual({ answer: player });
});

test.each([
  'x',
  '',
  'https://example.org/watch?v=dQw4w9WgXcQ',
  'https://youtube.com.evil.org/watch?v=dQw4w9WgXcQ',
  'https://evil.org/https://youtu.be/dQw4w9WgXcQ',
  'https://youtu.be@evil.org/dQw4w9WgXcQ',
  'javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
  'https://www.youtube.com/playlist?list=PL590L5WQmH8fJ54F369BLDSqIwcs&v=dQw4w9WgXcQ',
  'https://www.youtube.com/embed/videoseries?list=PL590L5WQmH8fJ54F369BLDSqIwcs-TCfs',
  'https://www.youtube.com/embed/live_stream?channel=UCuAXFkgsw1L7xaCfnd5JJOw',
  'https://www.youtube.com/channel/UCuAXFkgsw1L7xaCfnd5JJOw',
  'https://www.youtube.com/@waypost/live',
  'https://www.youtube.com/clip/UgkxWe8PgOyWqUqMwD8hSgVJ1X4sYfNTMs2a',
  'https://www.youtube.com/post/UgkxWe8PgOyWqUqMwD8hSgVJ1X4sYfNTMs2a',
  'https://vimeo.com/',
  'https://vimeo.com/user123',
  'https://vimeo.com/showcase/4567890',
  'https://vimeo.com/showcase/4567890/embed',
  'https://vimeo.com/album/4567890',
  'https://vimeo.com/event/1234567',
  'https://vimeo.com/event/1234567/embed/34c51f7a09',
  'https://vimeo.com/event/1234567/videos/76979871',
  'https://vimeo.com/channels/123456',
  'https://vimeo.com/ondemand/film/76979871',
  'https://vimeo.com/user123/review/76979871/34c51f7a09',
  'https://vimeo.com/manage/showcases/4567890/info',
  'https://player.vimeo.com/external/76979871.hd.mp4',
])('%s is no video that can be played', (link) => {
  expect(toVideoEmbedUrl(link)).toBeNull();
  expect(parseAnswer({ type: 'varchar', input: 'video' }, link)).toMatchObject({
    expected: expect.anything(),
  });
});
