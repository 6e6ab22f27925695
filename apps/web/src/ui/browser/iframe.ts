/** Whether this page is in a frame of another site. Reading the location of such a site throws. */
function detectCrossOriginFrame(): boolean {
  if (window.self === window.top) return false;
  try {
    return window.top?.location.origin !== window.location.origin;
  } catch {
    return true;
  }
}

/** Whether this page is in a frame of another site. */
export const isInIframe = detectCrossOriginFrame();
