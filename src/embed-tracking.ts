/** The script-tag file of tracking: registers `ship-tracking` and leaves nothing else behind. */
import './elements/tracking/define.ts';
