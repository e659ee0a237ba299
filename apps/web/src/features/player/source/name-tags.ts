/** Words that describe a copy of a film and never its title: resolution, frame rate, codec, projection. */
const CLEAR_TAG =
  /^(\d{3,4}p(\d{2,3})?|\d{3,5}x\d{3,5}|\d{2,3}fps|[2-9]k(\d{2,3}|hd|uhd)?|uhd|fhd|fullhd|hdr(10)?|[hx]26[45]|hevc|av1|vp9|aac\d?|ac3|(8|10)bit|\d+mbps|webdl|web(rip)?dl|webrip|bluray|bdrip|dvdrip|hdtv|remux|sbs|hsbs|3dh|3dv|180x180|360x180|vr(180|360)|(180|360)vr|fisheye(180|190|200)?|mkx(200|220)|rf52|vrca220|fb360|gearvr|psvr|oculus)$/;

/** Words that are tags at the end of a name, in brackets and beside other tags, but can be part of a title. */
const LIKELY_TAG =
  /^(hd|sd|hq|lq|web|dl|lr|rl|tb|bt|ou|3d|2d|vr|mono|stereo|vive|quest\d?|rift|mobile|smartphone|alpha|passthrough|original|dts|mp[34]|mkv|avi|180|360)$/;

/** Words by which scripters name the state of their work. */
const EDIT_WORD =
  /^(script|funscript|scripted|final|fixed|fix|edit|edited|update|updated|new|rework|reworked|cleaned|synced|resync)$/;

/** Words by which scripters name a variant of a script. */
const VARIANT_WORD =
  /^(soft|softer|gentle|light|lite|easy|easier|beginner|simple|simplified|normal|medium|moderate|hard|harder|intense|extreme|expert|advanced|complex|full|max|mini|half|double|speed|slow|slower|fast|faster|short|long|alt|alternate|alternative|handy|oh|vib|vibration|stroke|mode|version|\d{2,3}pct)$/;

/** Languages and kinds in the names of subtitles. */
const SUBTITLES_WORD =
  /^(en|eng|english|de|ger|deu|german|ja|jp|jpn|japanese|fr|fre|fra|french|es|spa|spanish|it|ita|italian|pt|por|br|ru|rus|ko|kor|zh|chi|zho|chs|cht|hans|hant|nl|pl|sv|us|gb|forced|sdh|cc|sub|subs|subtitles)$/;

/** Words for a numbered part, by their short form. */
const PART_WORDS: Readonly<Record<string, string>> = {
  ...{ episode: 'ep', eps: 'ep', part: 'pt', teil: 'pt', volume: 'vol', chapter: 'ch', scene: 'sc', number: 'no' },
};
const PART_WORD = /^(ep|pt|vol|ch|sc|no|day|disc|cd|level|round|week|lesson|s?\d+e\d+|e\d+|s\d+)$/;

/** Words by which file managers name a copy. */
const COPY_WORD = /^(copy|kopie|copie|copia|kopia|kopi|コピー|副本|복사본|копия)$/u;

/** Whether a word is a tag wherever it stands. */
export const isClearTag = (word: string): boolean => CLEAR_TAG.test(word);
/** Whether a word can be a tag, where it stands at the end, in brackets or beside others. */
export const isLikelyTag = (word: string): boolean => CLEAR_TAG.test(word) || LIKELY_TAG.test(word);
/** Whether a word says that a film is an edit of another, such as a cut. */
export const isEditWord = (word: string): boolean => EDIT_WORD.test(word);
/** Whether a word names a variant of a script for the same film. */
export const isVariantWord = (word: string): boolean => VARIANT_WORD.test(word);
/** Whether a word says that a file has subtitles. */
export const isSubtitlesWord = (word: string): boolean => SUBTITLES_WORD.test(word);
/** Whether a file manager appends this word to the name of a copy. */
export const isCopyWord = (word: string): boolean => COPY_WORD.test(word);
/** Whether a word announces the number of a part of a film. */
export const isPartWord = (word: string): boolean => PART_WORD.test(word);
/** The short form of a word that announces a part, so that all its forms are equal; any other word as it is. */
export const shortPartWord = (word: string): string => PART_WORDS[word] ?? word;
