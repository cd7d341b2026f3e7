/** The script-tag file without orders: registers three tags and leaves nothing else behind. */
import './choice.ts';
