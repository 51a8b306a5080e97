GRÖSSE = "größer"  # 尺寸 📏
FARBE = "🟩🟩🟩"
