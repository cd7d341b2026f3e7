/** The script-tag file: registers the four tags and leaves nothing else behind. */
import './define.ts';
