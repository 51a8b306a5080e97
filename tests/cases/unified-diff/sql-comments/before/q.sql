select 1
-- old comment
from t;
