/** The script-tag file of the checkout with area search: registers five tags and leaves nothing else behind. */
import './define.ts';
import './elements/area-search/define.ts';
