import 'ship-elements/define';
import { bootstrapApplication } from '@angular/platform-browser';
import { Shop } from './shop';

bootstrapApplication(Shop);
