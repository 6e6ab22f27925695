/** Files of pictures, as file choosers and browsers name them. */

/** Whether a file is a HEIC picture. Browsers that do not know the format give no type: then its name tells. */
export const isHeic = ({ type, name }: { type: string; name: string }): boolean =>
  /^image\/hei[cf]/.test(type) || (!type.startsWith('image/') && /\.hei[cf]$/i.test(name));

/**
 * The `accept` of a file chooser. Phones offer all pictures, and iPhones convert HEIC for pages that do not name it; on computers, choosers
 * may not know that HEIC is a picture.
 */
export const acceptPictures = (): string =>
  window.matchMedia('(pointer: coarse)').matches ? 'image/*' : 'image/*,.heic,.heif';
