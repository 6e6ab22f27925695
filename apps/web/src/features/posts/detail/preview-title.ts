/**
 * The title of a post in the link preview of the page, if the page was loaded for this post: with it the heading has its height before
 * the post is loaded. Null for posts that not everyone sees, and after a navigation from another page.
 */
export function readPreviewTitle(postId: number): string | null {
  const readTag = (name: string) =>
    document.querySelector<HTMLMetaElement>(`meta[property="og:${name}"]`)?.content ?? '';
  const title = readTag('title');
  const isOfPost = new RegExp(`/posts/${postId}/*(?:[?#]|$)`).test(readTag('url'));
  // A post without a title has the name of the site.
  return isOfPost && title !== readTag('site_name') ? title : null;
}
